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
import { type CacheStore, MemoryStore } from './cache-store.js';
import { ResponseCache } from './response-cache.js';

/** Options of `CachePlugin` and `cacheMiddleware`. */
export interface CacheOptions {
  /** Milliseconds for which an answer is handed out. Default 300000. Negative, 0 and NaN: nothing is cached. */
  ttl?: number | undefined;
  /** How many answers the default store keeps; the oldest goes first. Default 50. Fractions round down; below 1 or NaN: none. */
  maxSize?: number | undefined;
  /** Tells `console.debug` of each hit and miss, by endpoint name. Default false. A console that throws is ignored. */
  debug?: boolean | undefined;
  /**
   * Methods that are cached, in any case: a repeated equal write is sent each time. Name POST for a search or a GraphQL
   * query, on its endpoint. Default: GET and HEAD. One that no request has is ignored. No list: it throws when it is
   * made.
   */
  methods?: readonly string[] | undefined;
  /**
   * Names of headers, in any case, on which no answer depends: calls that differ in them alone have one entry. Never
   * one that tells users apart. Default: none. A name that does not occur is ignored. No list: it throws when it is
   * made.
   */
  ignoreHeaders?: readonly string[] | undefined;
  /**
   * Where the answers are kept. Default: in this process, `maxSize` of them. One that throws, rejects, gives no entry
   * or takes longer than 50 ms: a miss.
   */
  store?: CacheStore | undefined;
}

/** What `cacheMiddleware` gives: a middleware whose answers can be forgotten. */
export interface CacheMiddleware extends Middleware {
  /** Forgets every answer: on a change of user, say. A call in flight does not fill the cleared store. */
  clear(): void;
}

/** Names in lower case. */
const readNames = (option: string, names: unknown): ReadonlySet<string> => {
  if (!Array.isArray(names)) throw InvalidInputError.of(option, names, 'an array');
  return new Set(names.map((name) => String(name).toLowerCase()));
};

/** A request of an endpoint, as it was when a cache was asked, or as it was sent. */
interface AskedRequest {
  /** As it was asked for, or is about to be sent. */
  readonly request: RequestContent;
  /** The endpoint's key in `requests`. */
  readonly requestName: string;
}

/**
 * Answers a call from memory when an equal one was answered before. Successes only. Two calls that miss at once both
 * go out: that is what `share` is for. Made to be subclassed: override `keyFor`.
 */
export class CachePlugin extends Plugin {
  override readonly name: string = 'cache';
  readonly #methods: ReadonlySet<string>;
  readonly #ignoredHeaders: ReadonlySet<string>;
  readonly #headersKey: HeadersKey;
  readonly #debug: boolean;
  readonly #cache: ResponseCache;
  readonly #identityOf = identities();

  /** @param options One that is undefined or null has its default. */
  constructor(options: CacheOptions = {}) {
    super();
    const {
      ttl = 300_000,
      maxSize = 50,
      debug = false,
      methods = ['GET', 'HEAD'],
      ignoreHeaders = [],
      store = new MemoryStore(maxSize),
    } = givenOptions(options);
    this.#methods = readNames('methods', methods);
    this.#ignoredHeaders = readNames('ignoreHeaders', ignoreHeaders);
    this.#headersKey = new HeadersKey(this.#ignoredHeaders);
    this.#debug = debug;
    this.#cache = new ResponseCache(store, ttl);
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    // A stream can be read once, and goes on when the call has come home.
    const isCached = this.#methods.has(ctx.request.method.toLowerCase()) && !ctx.request.streams;
    const key = isCached ? this.keyFor(ctx) : undefined;
    if (key === undefined) return next();
    // Before the store is asked: a clearing meanwhile is meant for this call, too.
    const keep = this.#cache.begin(key);
    const asked = ctx.request.clone();
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
      // A retry outside runs this for each attempt: what one has added is not left for the next.
      lookAway();
    }
    // What a middleware inside changed stands in no key: another question, or another user, would get this answer. So
    // would they where one answered without sending, from who knows where.
    const isAsAsked = sent.length > 0 && sent.every((request) => this.#isSame(asked, request, ctx));
    if (!result.error && isAsAsked) keep(result);
    return result;
  }

  /** Whether two states of a request ask the same thing, for the same user. */
  #isSame(one: RequestContent, other: RequestContent, { requestName }: MiddlewareContext): boolean {
    const what = (request: RequestContent): string => requestKey(request, (thing) => this.objectKeyOf(thing));
    const who = (request: RequestContent): string => this.userKeyOf({ request, requestName });
    return what(one) === what(other) && who(one) === who(other);
  }

  /** Forgets every answer. A call in flight does not fill the cleared store. */
  clear(): void {
    this.#cache.clear();
  }

  /**
   * What an answer is kept under; undefined for a call that is neither answered from the cache nor kept in it.
   * Default: the endpoint, all that is sent, what sends it, and what reads the answer.
   */
  protected keyFor(ctx: MiddlewareContext): string | undefined {
    return cacheKey(ctx, this.#headersKey, (thing) => this.objectKeyOf(thing));
  }

  /**
   * Whose request it is, as a text. Asked of the request as it was when the key was made, and as it was sent: an answer
   * is kept only where both are equal. Default: all headers but those that trace requests, and
   * `ignoreHeaders`.
   */
  protected userKeyOf({ request }: AskedRequest): string {
    return headersWithoutTracing(request, this.#ignoredHeaders);
  }

  /**
   * The part of a key that stands for something without content to compare: a schema, a fetch function, an agent.
   * Default: a text for each object, which holds in this process only. A name that means the same in every process lets
   * them share the answers of an outside store.
   */
  protected objectKeyOf(thing: object): string {
    return this.#identityOf(thing);
  }
}

/** A middleware that answers repeated calls from memory, with a store of its own. See `CacheOptions`. */
export function cacheMiddleware(options?: CacheOptions): CacheMiddleware {
  const plugin = new CachePlugin(options);
  return Object.assign<CacheMiddleware, object>(
    ((ctx, next) => plugin.handle(ctx, next)) as CacheMiddleware,
    { clear: () => plugin.clear() },
  );
}
