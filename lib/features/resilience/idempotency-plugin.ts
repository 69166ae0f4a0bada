import {
  givenOptions,
  type HttpMethod,
  isKey,
  type MiddlewareContext,
  type MiddlewareNext,
  Plugin,
  readHeaders,
  InvalidInputError,
  type Result,
  type SendRequest,
  systemClock,
} from '../../core/internal.js';
import { NotSentError } from '../retry/transient.js';
import { decideRetry } from '../retry/retry-decision.js';
import { withExpiry } from './key-expiry.js';
import { notSent } from './not-sent.js';

/** Options of `IdempotencyPlugin`. */
export interface IdempotencyOptions {
  /**
   * Methods whose requests get a key, in any case. Another type doesn't compile.
   *
   * @default ['POST', 'PATCH']
   */
  readonly methods?: readonly HttpMethod[] | undefined;
  /**
   * Name of the header for the key. The constructor throws a TypeError for an invalid name.
   *
   * @default 'Idempotency-Key'
   */
  readonly header?: string | undefined;
  /**
   * Whether to send generated keys in quotes, as a string of RFC 9651. Most services expect none. Any truthy value
   * counts as true.
   *
   * @default false
   */
  readonly quoted?: boolean | undefined;
  /**
   * Milliseconds from the start of the call for which the service remembers a key. Afterwards no attempt and no
   * `retry()` of the call is sent. `Infinity`: no limit. The constructor throws a TypeError for 0, a negative number,
   * NaN or another type.
   *
   * @default 86400000
   */
  readonly maxAge?: number | undefined;
  /**
   * Meaning of a 409. `'stop'`: the key was used for another request. `'retry'`: the service still processes the first
   * request. Another value doesn't compile.
   *
   * @default 'stop'
   */
  readonly conflict?: 'stop' | 'retry' | undefined;
}

/** Reads the options. Throws an InvalidInputError that names the invalid option. */
function readIdempotencyOptions(options: IdempotencyOptions | undefined) {
  const {
    methods = ['POST', 'PATCH'],
    header = 'Idempotency-Key',
    quoted = false,
    maxAge = 86_400_000,
    conflict,
  } = givenOptions(options);
  readHeaders([[header, 'key']]);
  if (!(maxAge > 0))
    throw InvalidInputError.ofOption('IdempotencyPlugin maxAge', maxAge, 'milliseconds above 0');
  return {
    methods: new Set(methods.map((method) => method.toUpperCase())),
    header,
    quoted,
    maxAge,
    retriesConflicts: conflict === 'retry',
  };
}

/** Sets the bits of a UUID for version 4, random. RFC 9562, 5.4. */
const marked = (byte: number, at: number): number => {
  if (at === 6) return (byte & 0x0f) | 0x40;
  return at === 8 ? (byte & 0x3f) | 0x80 : byte;
};

/** Creates a random UUID. Also works on platforms without `crypto.randomUUID`: React Native and pages without https. */
export function randomKey(): string {
  const { crypto } = globalThis as { crypto?: Partial<Crypto> };
  if (crypto?.randomUUID) return crypto.randomUUID();
  if (!crypto?.getRandomValues)
    throw new InvalidInputError('crypto.getRandomValues is missing: load a polyfill, or override keyFor.');
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))].map(marked);
  const text = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** State of a call, shared by its attempts and `retry()`. */
interface Kept {
  /** Whether the key is too old to be sent. */
  readonly isExpired: () => boolean;
  key: string | undefined;
  /** Whether the request is sent with this key or the caller's own. */
  isKeyed: boolean;
}

const WRONG_REQUEST: readonly number[] = [400, 422];

const begun = (maxAge: number): Kept => {
  // The system clock continues while the machine sleeps; the monotonic clock can't be set back. Use both.
  const [day, tick] = [systemClock.now(), systemClock.ticks()];
  const isExpired = (): boolean => Math.max(systemClock.now() - day, systemClock.ticks() - tick) > maxAge;
  return { isExpired, key: undefined, isKeyed: false };
};

const expired = (): NotSentError =>
  new NotSentError(
    'key-expired',
    'The idempotency key expired: the service might repeat the work. Make a new call.',
  );

/** Formats a key as a string of RFC 9651, 3.3.3. */
const inQuotes = (key: string): string => {
  if (!/^[ -~]*$/.test(key)) throw new InvalidInputError('A quoted key must be ASCII: change keyFor.');
  return `"${key.replace(/["\\]/g, '\\$&')}"`;
};

const never = (): false => false;

/**
 * Adds an idempotency key to each call that writes, so that a service does the work once even if it gets the request
 * twice. A retry then treats the call as idempotent. List it before auth and retry.
 *
 * All attempts of a call and its `retry()` have the same key. If the caller sets a key at any level, that key is sent
 * unchanged.
 */
export class IdempotencyPlugin extends Plugin {
  override readonly name: string = 'idempotency';
  /** Run after plugins that wait around `fetch` for a slot or, like AuthPlugin at 1, for a token. */
  override readonly innermost: number = 2;
  readonly #options: ReturnType<typeof readIdempotencyOptions>;
  /** Lowercase name as in header records, which makes lookups faster. */
  readonly #field: string;

  /**
   * Creates the plugin.
   *
   * @throws TypeError for an invalid header name, and for a `maxAge` that isn't above 0.
   */
  constructor(options?: IdempotencyOptions) {
    super();
    this.#options = readIdempotencyOptions(options);
    this.#field = this.#options.header.toLowerCase();
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    const { request } = ctx;
    const { methods, header } = this.#options;
    if (!methods.has(request.method.toUpperCase())) return next();
    const kept = this.#keptOf(ctx);
    if (!isKey(request.getHeader(this.#field))) {
      kept.key ??= this.#newKey(ctx);
      if (kept.key === undefined) return next();
      request.setHeader(header, kept.key);
    }
    // Check before the call uses a token refresh, a queue slot or the probe of a circuit breaker.
    if (kept.isKeyed && kept.isExpired()) return notSent(expired());
    kept.isKeyed = true;
    request.idempotent = true;
    // A second attempt would fail because the stream is consumed, and hide the original error.
    if (!request.bodyReusable) decideRetry(ctx, never);
    decideRetry(ctx, this.#decide);
    return next();
  }

  override wrapFetch(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    const kept = ctx.request.getHeader(this.#field) && this.#keptOf(ctx);
    if (!kept || !kept.isKeyed) return send(url, init);
    if (kept.isExpired()) throw expired();
    return send(url, withExpiry(init, kept.isExpired));
  }

  /**
   * Returns the key of a call, for all its attempts and `retry()`; undefined for a call without a key, for example one
   * that only reads. Default: a random UUID.
   */
  protected keyFor(_ctx: MiddlewareContext): string | undefined {
    return randomKey();
  }

  #keptOf(ctx: MiddlewareContext): Kept {
    return ctx.once(this, () => begun(this.#options.maxAge));
  }

  #newKey(ctx: MiddlewareContext): string | undefined {
    const key: unknown = this.keyFor(ctx);
    if (key === undefined) return undefined;
    if (typeof key !== 'string') throw InvalidInputError.of('keyFor result', key, 'a string, or undefined');
    if (!isKey(key))
      throw new InvalidInputError('keyFor result is an empty string: pass a string, or undefined.');
    return this.#options.quoted ? inQuotes(key) : key;
  }

  /** Whether to retry a Result. Returns false if the service has done the work or will never do it. */
  readonly #decide = ({ error, response }: Result<unknown>): boolean | undefined => {
    const said = (name: string): string | undefined =>
      (error?.headers ?? response?.headers)?.get(name)?.toLowerCase();
    if (said('idempotent-replayed') === 'true' || said('stripe-should-retry') === 'false') return false;
    if (error?.status === 409) return this.#options.retriesConflicts;
    return error && WRONG_REQUEST.includes(error.status) ? false : undefined;
  };
}
