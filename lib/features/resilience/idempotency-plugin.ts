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

/** What an `IdempotencyPlugin` takes. */
export interface IdempotencyOptions {
  /** The methods whose requests get a key, in any case. Default POST and PATCH. Another value doesn't compile. */
  readonly methods?: readonly HttpMethod[] | undefined;
  /** The header that has the key. Default `'Idempotency-Key'`. One that can't be sent: it throws when it is made. */
  readonly header?: string | undefined;
  /**
   * Whether a key of the plugin's own is sent in quotes, as a string of RFC 9651; most services take it without.
   * Default false. Any other value counts as it does in a condition.
   */
  readonly quoted?: boolean | undefined;
  /**
   * Milliseconds for which the service knows a key, counted from the beginning of the call. After that no attempt of
   * the call is sent, and no `retry()`. Default 86400000, a day; Infinity for no limit. 0, negative, NaN and no number:
   * it throws when it is made.
   */
  readonly maxAge?: number | undefined;
  /**
   * What a 409 means: `'stop'`, that the key was used for something else; `'retry'`, that the service still works on the
   * first request. Default `'stop'`. Another value doesn't compile.
   */
  readonly conflict?: 'stop' | 'retry' | undefined;
}

/** Throws a InvalidInputError that names what can't be an option. */
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

/** The bits of a UUID that say how it was made: version 4, at random (RFC 9562, 5.4). */
const marked = (byte: number, at: number): number => {
  if (at === 6) return (byte & 0x0f) | 0x40;
  return at === 8 ? (byte & 0x3f) | 0x80 : byte;
};

/** A random UUID, also where the platform makes none: on a page without https, in React Native. */
export function randomKey(): string {
  const { crypto } = globalThis as { crypto?: Partial<Crypto> };
  if (crypto?.randomUUID) return crypto.randomUUID();
  if (!crypto?.getRandomValues)
    throw new InvalidInputError('crypto.getRandomValues is missing: load a polyfill, or override keyFor.');
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))].map(marked);
  const text = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** What is kept of a call, over its attempts and its `retry()`. */
interface Kept {
  /** Whether the key is too old to be sent. */
  readonly isExpired: () => boolean;
  key: string | undefined;
  /** Whether it is sent with a key: this one, or the caller's own. */
  isKeyed: boolean;
}

const WRONG_REQUEST: readonly number[] = [400, 422];

const begun = (maxAge: number): Kept => {
  // The clock of the day goes on while a machine sleeps; that of the ticks can't be set back.
  const [day, tick] = [systemClock.now(), systemClock.ticks()];
  const isExpired = (): boolean => Math.max(systemClock.now() - day, systemClock.ticks() - tick) > maxAge;
  return { isExpired, key: undefined, isKeyed: false };
};

const expired = (): NotSentError =>
  new NotSentError(
    'key-expired',
    'The idempotency key expired: the service might repeat the work. Make a new call.',
  );

/** As a string of RFC 9651, 3.3.3. */
const inQuotes = (key: string): string => {
  if (!/^[ -~]*$/.test(key)) throw new InvalidInputError('A quoted key must be ASCII: change keyFor.');
  return `"${key.replace(/["\\]/g, '\\$&')}"`;
};

const never = (): false => false;

/**
 * Gives each call that writes a key, by which a service that gets the request twice does the work once. So what such a
 * call sends may be sent again: a retry takes it for one that is idempotent. Stands outside of auth and retry.
 *
 * The key is the same for all attempts and for `result.retry()`, and another for each other call. A key that the caller
 * gives, at any level, is sent as it is.
 */
export class IdempotencyPlugin extends Plugin {
  override readonly name: string = 'idempotency';
  /** Inside of the plugins that wait around the wire: for a slot, or, as AuthPlugin does at 1, for a token. */
  override readonly innermost: number = 2;
  readonly #options: ReturnType<typeof readIdempotencyOptions>;
  /** The header as records have it: any other way of writing it takes longer to find. */
  readonly #field: string;

  /** @throws TypeError for a header that can't be sent, and a `maxAge` that is not above 0. */
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
    // Before a refresh, a queue or the probe of a circuit is spent on it.
    if (kept.isKeyed && kept.isExpired()) return notSent(expired());
    kept.isKeyed = true;
    request.idempotent = true;
    // A second attempt would only say that the stream is spent, in the place of what went wrong.
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
   * The key of a call, which is kept over its attempts and `retry()`; undefined for a call that gets none, as it only
   * reads, say. Default: a random UUID.
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

  /** Whether a Result is tried again: a service that has done the work, or says that it never will, is left alone. */
  readonly #decide = ({ error, response }: Result<unknown>): boolean | undefined => {
    const said = (name: string): string | undefined =>
      (error?.headers ?? response?.headers)?.get(name)?.toLowerCase();
    if (said('idempotent-replayed') === 'true' || said('stripe-should-retry') === 'false') return false;
    if (error?.status === 409) return this.#options.retriesConflicts;
    return error && WRONG_REQUEST.includes(error.status) ? false : undefined;
  };
}
