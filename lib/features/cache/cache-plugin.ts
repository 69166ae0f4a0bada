import {
  givenOptions,
  identities,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareNext,
  Plugin,
  ignoringErrors,
  InvalidInputError,
  type Result,
  type RequestContent,
} from '../../core/internal.js';
import { cacheKey, HeadersKey, headersWithoutTracing, requestKey } from './cache-key.js';
import { type CacheStore, MemoryCacheStore } from './cache-store.js';
import { ResponseCache } from './response-cache.js';

/** Options of `CachePlugin` and `cacheMiddleware`. */
export interface CacheOptions {
  /** Milliseconds for which a cached response is used. Default: 300000. Negative, 0 and NaN: nothing is cached. */
  ttl?: number | undefined;
  /**
   * Maximum number of responses in the default store, which drops the oldest. Default: 50. Fractions round down; below
   * 1 or NaN: none.
   */
  maxSize?: number | undefined;
  /**
   * Writes each hit and miss with the endpoint's name to `console.debug`. Default: false. Errors of the console are
   * ignored.
   */
  debug?: boolean | undefined;
  /**
   * Methods to cache, ignoring case. Repeated equal requests of other methods are always sent. Add POST for a search or
   * a GraphQL query, on its endpoint. Default: GET and HEAD. Unused names are ignored. Throws a TypeError if it isn't
   * an array.
   */
  methods?: readonly string[] | undefined;
  /**
   * Names of headers, ignoring case, that no response depends on: calls that differ only in them share one entry. Never
   * add a header that identifies a user. Default: none. Unused names are ignored. Throws a TypeError if it isn't an
   * array.
   */
  ignoreHeaders?: readonly string[] | undefined;
  /**
   * Stores the responses. Default: in this process, at most `maxSize`. If the store throws, rejects, returns an invalid
   * entry or takes longer than 50 ms, it is a miss.
   */
  store?: CacheStore | undefined;
}

/** The return value of `cacheMiddleware`: a middleware that can be cleared. */
export interface CacheMiddleware extends Middleware {
  /** Deletes every response, for example when the user changes. A call in flight doesn't fill the cleared store. */
  clear(): void;
}

/** Returns the names in lower case. */
const readNames = (option: string, names: unknown): ReadonlySet<string> => {
  if (!Array.isArray(names)) throw InvalidInputError.of(option, names, 'an array');
  return new Set(names.map((name) => String(name).toLowerCase()));
};

/** A request of an endpoint, either when the cache was checked, or when it was sent. */
interface KeyedRequest {
  /** The request when the cache was checked, or when it was sent. */
  readonly request: RequestContent;
  /** The endpoint's key in `requests`. */
  readonly requestName: string;
}

/**
 * Returns the cached success of an equal earlier call. Two calls that miss at the same time are both sent; to merge
 * them, use `share`. Can be subclassed: override `keyFor`.
 */
export class CachePlugin extends Plugin {
  override readonly name: string = 'cache';
  readonly #methods: ReadonlySet<string>;
  readonly #ignoredHeaders: ReadonlySet<string>;
  readonly #headersKey: HeadersKey;
  readonly #debug: boolean;
  readonly #cache: ResponseCache;
  readonly #identityOf = identities();

  /** @param options Undefined and null select the default of an option. */
  constructor(options: CacheOptions = {}) {
    super();
    const {
      ttl = 300_000,
      maxSize = 50,
      debug = false,
      methods = ['GET', 'HEAD'],
      ignoreHeaders = [],
      store = new MemoryCacheStore(maxSize),
    } = givenOptions(options);
    this.#methods = readNames('methods', methods);
    this.#ignoredHeaders = readNames('ignoreHeaders', ignoreHeaders);
    this.#headersKey = new HeadersKey(this.#ignoredHeaders);
    this.#debug = debug;
    this.#cache = new ResponseCache(store, ttl);
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    // A stream can be read only once, and continues after the call has returned.
    const isCached = this.#methods.has(ctx.request.method.toLowerCase()) && !ctx.request.streams;
    const key = isCached ? this.keyFor(ctx) : undefined;
    if (key === undefined) return next();
    // Before the lookup: `clear()` during the lookup must apply to this call too.
    const keep = this.#cache.begin(key);
    const lookedUp = ctx.request.clone();
    const hit = await this.#cache.get(key);
    if (this.#debug)
      void ignoringErrors(() => console.debug(`[homing] cache ${hit ? 'hit' : 'miss'} ${ctx.requestName}`));
    ctx.request.note({ type: 'cache', hit: hit !== undefined });
    if (hit) return hit as Result<unknown>;
    const sent: RequestContent[] = [];
    const lookAway = ctx.request.onSend(() => sent.push(ctx.request.clone()));
    let result: Result<unknown>;
    try {
      result = await next();
    } finally {
      // Retry outside this middleware runs it for each attempt, so remove the task again.
      lookAway();
    }
    // An inner middleware's changes aren't in the key: another request, or another user, would get this response. The
    // same is true if an inner middleware returned a Result without sending.
    const isUnchanged = sent.length > 0 && sent.every((request) => this.#isSame(lookedUp, request, ctx));
    if (!result.error && isUnchanged) keep(result);
    return result;
  }

  /** Returns whether two states of a request have the same content and the same user. */
  #isSame(one: RequestContent, other: RequestContent, { requestName }: MiddlewareContext): boolean {
    const what = (request: RequestContent): string => requestKey(request, (thing) => this.objectKeyOf(thing));
    const who = (request: RequestContent): string => this.userKeyOf({ request, requestName });
    return what(one) === what(other) && who(one) === who(other);
  }

  /** Deletes every response. A call in flight doesn't fill the cleared store. */
  clear(): void {
    this.#cache.clear();
  }

  /**
   * Returns the key of the response; undefined to bypass the cache: the call neither reads nor stores a response.
   * Default: the endpoint, everything that is sent, the fetch function, and how the response is read.
   */
  protected keyFor(ctx: MiddlewareContext): string | undefined {
    return cacheKey(ctx, this.#headersKey, (thing) => this.objectKeyOf(thing));
  }

  /**
   * Returns a string that identifies the user of a request. Called for the request when the key is made, and when it is
   * sent: a response is stored only if both are equal. Default: all headers except tracing headers and `ignoreHeaders`.
   */
  protected userKeyOf({ request }: KeyedRequest): string {
    return headersWithoutTracing(request, this.#ignoredHeaders);
  }

  /**
   * Returns the part of a key for an object without comparable content: a schema, a fetch function, an agent. Default:
   * a string per object, valid in this process only. Return a stable name to share an external store between processes.
   */
  protected objectKeyOf(thing: object): string {
    return this.#identityOf(thing);
  }
}

/** Creates a middleware that returns cached responses for repeated calls, with its own store. See `CacheOptions`. */
export function cacheMiddleware(options?: CacheOptions): CacheMiddleware {
  const plugin = new CachePlugin(options);
  return Object.assign<CacheMiddleware, object>(
    ((ctx, next) => plugin.handle(ctx, next)) as CacheMiddleware,
    { clear: () => plugin.clear() },
  );
}
