import {
  type Clock,
  givenOptions,
  InvalidInputError,
  isObject,
  nullProto,
  ownDefined,
  type StandardSchemaV1,
  tagOf,
} from '../../core/internal.js';
import { type KeyedContent, standardScheme, type WebhookScheme } from './schemes.js';
import { type Candidate, utf8, verifySignature } from './signature.js';
import { WebhookError, type WebhookErrorReason } from './webhook-error.js';

/** The raw body of a request: a string, or bytes. */
export type WebhookPayload = string | ArrayBuffer | ArrayBufferView;

/** The headers of a request: a `Headers`, the `req.headers` of Node, or pairs. Names can have any case. */
export type WebhookHeaders =
  | Headers
  | Iterable<readonly [string, string | readonly string[] | undefined]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options of `verifyWebhook`. */
export interface WebhookOptions<T = unknown> {
  /**
   * How the sender signs: `standardScheme`, `stripeScheme`, `githubScheme`, `slackScheme`, or your own function. If it
   * isn't a function, throws or rejects: an `'input'` error.
   *
   * @default standardScheme
   */
  readonly scheme?: WebhookScheme | null | undefined;
  /**
   * Maximum difference between the timestamp and the clock of this machine, in milliseconds, in both directions.
   * `Infinity` disables the check. 0, negative, NaN or another type: an `'input'` error. GitHub sends no timestamp.
   *
   * @default 300000
   */
  readonly tolerance?: number | null | undefined;
  /**
   * Parses the payload after the signature was verified. The text has no byte order mark. Default: `JSON.parse`, and
   * undefined for an empty payload. If it throws or rejects: an `'event'` error.
   */
  readonly parse?: ((text: string) => unknown) | null | undefined;
  /**
   * A Standard Schema that validates the event, and sets its type. Default: none, so that the event isn't checked. If
   * it finds issues: an `'event'` error. If it throws or rejects: an `'input'` error.
   */
  readonly schema?: StandardSchemaV1<unknown, T> | null | undefined;
}

/** The result of `verifyWebhook`. `data` and `error` are never both set. */
export type WebhookResult<T> =
  | {
      /** The event, parsed from the payload. */
      data: T;
      /** The error, which is null if the webhook was verified. */
      error: null;
    }
  | {
      /** The event, which is null on an error. */
      data: null;
      /** Why the webhook was rejected. */
      error: WebhookError;
    };

/** Specs pass a clock that they advance manually. */
type ClockedWebhookOptions = WebhookOptions & { readonly clock?: Pick<Clock, 'now'> };

/** Throws a WebhookError, unless an argument or an option has the right type. */
function requireType(
  isRight: boolean,
  name: string,
  value: unknown,
  wanted: string,
  reason: WebhookErrorReason = 'input',
): void {
  if (!isRight) throw new WebhookError(reason, InvalidInputError.of(name, value, wanted).message);
}

/** Throws a WebhookError for an option that would be ignored, or that fails without a message that names it. */
function checkOptions(options: ClockedWebhookOptions | null | undefined): void {
  requireType(options == null || isObject(options), 'options', options, 'an object, such as { scheme }');
  const { scheme, parse, schema } = givenOptions(options);
  const isFunction = (value: unknown): boolean => value === undefined || typeof value === 'function';
  requireType(isFunction(scheme), 'scheme', scheme, 'a function, such as stripeScheme');
  requireType(isFunction(parse), 'parse', parse, 'a function');
  requireType(schema === undefined || '~standard' in Object(schema), 'schema', schema, 'a Standard Schema');
}

/** Copies the bytes, so that nothing can change them between the verification and the parser. */
function bytesOf(payload: unknown): Uint8Array<ArrayBuffer> {
  if (typeof payload === 'string') return utf8(payload);
  if (ArrayBuffer.isView(payload))
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength).slice();
  const type = tagOf(payload);
  if (type === 'ArrayBuffer') return new Uint8Array(payload as ArrayBuffer).slice();
  throw new WebhookError('payload', `payload is of type ${type}: pass the raw body as a string or bytes.`);
}

function secretsOf(given: string | readonly string[]): readonly string[] {
  const secrets: readonly unknown[] = [given].flat();
  const wrong = secrets.find((secret) => secret != null && typeof secret !== 'string');
  requireType(wrong === undefined, 'secret', wrong, "the sender's secret as a string", 'secret');
  // A missing environment variable would otherwise be a key that everybody knows.
  if (secrets.length > 0 && secrets.every((secret) => typeof secret === 'string' && secret.trim()))
    return secrets as string[];
  throw new WebhookError('secret', "secret is missing or empty: pass the sender's secret.");
}

type HeaderPairs = readonly (readonly [string, string | readonly string[] | undefined])[];

/** Reads the headers once: an iterator can't be read again. Throws for another value. */
function pairsOf(headers: WebhookHeaders): HeaderPairs {
  requireType(isObject(headers), 'headers', headers, 'the headers of the request');
  const pairs = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const wrong = pairs.findIndex((pair) => !Array.isArray(pair) || typeof pair[0] !== 'string');
  requireType(wrong < 0, 'An entry of headers', pairs[wrong], 'a [name, value] pair');
  return pairs;
}

function headerOf(pairs: HeaderPairs, name: string): string {
  const own = pairs.filter(([key]) => key.toLowerCase() === name.toLowerCase());
  // Joins repeated headers as `Headers` does.
  const value = own.flatMap(([, each]) => each ?? []).join(', ');
  if (value) return value;
  throw new WebhookError('missing-header', `The header ${name} is missing: pass all headers.`);
}

/** Throws a WebhookError, unless the time is within the tolerance. */
function checkAge(timestamp: number, tolerance: number, now: number): void {
  if (!Number.isFinite(timestamp))
    throw new WebhookError('bad-timestamp', 'The timestamp is invalid: check the scheme.');
  const age = now - timestamp;
  if (Math.abs(age) <= tolerance) return;
  throw new WebhookError(
    age > 0 ? 'too-old' : 'too-new',
    `The webhook is ${Math.round(age / 1000)} s old: check the clock, or raise tolerance.`,
  );
}

/** Parses and validates the event. */
async function eventOf(body: Uint8Array, { parse, schema }: ClockedWebhookOptions): Promise<unknown> {
  let event: unknown;
  try {
    const text = new TextDecoder('utf-8', nullProto<TextDecoderOptions>({ fatal: true })).decode(body);
    event = parse ? await parse(text) : text ? JSON.parse(text) : undefined;
  } catch (cause) {
    // The cause of the platform would quote the payload.
    throw parse
      ? new WebhookError('event', 'parse failed: see error.cause.', { cause })
      : new WebhookError('event', "The payload isn't JSON: pass parse.");
  }
  const outcome = await schema?.['~standard'].validate(event);
  if (outcome?.issues)
    throw new WebhookError('event', 'schema rejected the event: see error.issues.', outcome);
  return outcome ? outcome.value : event;
}

async function verified(
  payload: unknown,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: ClockedWebhookOptions | null | undefined,
): Promise<unknown> {
  checkOptions(options);
  const given = givenOptions(options);
  const { scheme = standardScheme, tolerance = 300_000, clock = Date } = given;
  if (!(typeof tolerance === 'number' && tolerance > 0)) {
    const { message } = InvalidInputError.ofOption('tolerance', tolerance, 'milliseconds above 0');
    throw new WebhookError('input', message);
  }
  const body = bytesOf(payload);
  const secrets = secretsOf(secret);
  const pairs = pairsOf(headers);
  const content = await scheme({ payload: body, secrets, header: (name) => headerOf(pairs, name) });
  if (content !== true) {
    const { timestamp, prefix = '', signatures = [], candidates } = ownDefined(content as KeyedContent);
    if (timestamp !== undefined) checkAge(timestamp, tolerance, clock.now());
    const head = utf8(prefix);
    const signed = new Uint8Array(head.length + body.length);
    signed.set(head);
    signed.set(body, head.length);
    const algorithm = 'HMAC';
    const byText = secrets.map((text): Candidate => ({ algorithm, key: utf8(text), signatures }));
    await verifySignature(candidates ?? byText, signed);
  }
  return eventOf(body, given);
}

/**
 * Verifies that a webhook comes from the holder of a secret, unchanged and recently, and returns its event. Never
 * rejects: a webhook that isn't valid, and invalid arguments, are an error in the result.
 *
 * @typeParam T The type of the event; with `schema`, its output. Without a schema, the event isn't checked.
 * @param payload The raw body of the request, as it was received: a string or bytes. A parsed object is an error,
 * because its bytes are lost. Bytes are safer than a string: decoding removes a byte order mark.
 * @param headers The headers of the request.
 * @param secret The secret of the sender, or several while it changes. Standard Webhooks: `whsec_` and base64, `whpk_`
 * and the base64 of an Ed25519 public key, or base64 alone. Other schemes: the text that the sender shows. An empty
 * secret is an error.
 * @param options The scheme, the tolerance and the schema.
 */
export async function verifyWebhook<T = unknown>(
  payload: WebhookPayload,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options?: WebhookOptions<T> | null,
): Promise<WebhookResult<T>> {
  try {
    return { data: (await verified(payload, headers, secret, options)) as T, error: null };
  } catch (cause) {
    const sentence = 'The scheme or schema failed: see error.cause.';
    const error = cause instanceof WebhookError ? cause : new WebhookError('input', sentence, { cause });
    return { data: null, error };
  }
}
