import {
  givenOptions,
  type MiddlewareContext,
  type MiddlewareNext,
  type MiddlewareRequest,
  originOf,
  ownDefined,
  Plugin,
  type Result,
  type SendRequest,
} from '../../core/internal.js';
import {
  AuthError,
  type AuthOptions,
  type Credentials,
  type CredentialSource,
  readAuthOptions,
} from './credentials.js';
import { changedBy, changedNames } from './request-changes.js';
import { Session } from './session.js';

const NOWHERE = 'nowhere.invalid';

/**
 * Returns the origin of a URL. For a relative URL without a known base: "a relative URL", or the host that it names.
 * `''` for an invalid URL.
 */
const originFor = (url: string): string => {
  const origin = originOf(url);
  if (origin) return origin;
  try {
    const { host } = new URL(url, `https://${NOWHERE}`);
    return host === NOWHERE ? 'a relative URL' : `//${host}`;
  } catch {
    return '';
  }
};

/** The origins that get a token: the configured ones, else the origin of the first request. */
class Origins {
  #known: readonly string[] | undefined;

  constructor(known: readonly string[] | undefined) {
    this.#known = known;
  }

  /** Throws for a request to another origin; the message has both origins. */
  check(url: string): void {
    // The usual case needs no parser: what precedes the path of an absolute URL is its origin.
    if (this.#known?.some((known) => url.startsWith(`${known}/`))) return;
    const origin = originFor(url);
    // An invalid URL must not define the origin of later requests.
    if (origin) this.#known ??= [origin];
    if (this.#known && !this.#known.includes(origin))
      throw new TypeError(
        `The token is for ${this.#known.join(', ') || 'no origin'}, but the request goes to ${origin || 'no valid URL'}: add it to AuthPlugin({ origins }), or exclude it in appliesTo().`,
      );
  }
}

/** The state of one logical call: its session and its credentials. */
class CallAuthState {
  /** The session generation of the call; undefined for a call without credentials. */
  generation: number | undefined = undefined;
  /** The run of the call to which the credentials were applied last. */
  run: MiddlewareContext | undefined = undefined;
  sent: Credentials | undefined = undefined;
  /**
   * Whether the credentials had expired when they were applied, for example because the source uses another clock. They
   * are then sent as they are.
   */
  hadExpired = false;
  /** Names of the headers that the credentials set. */
  headers: readonly string[] = [];
}

const callAuthState = (): CallAuthState => new CallAuthState();

/**
 * Sends a token with each call. If several calls need a new token at the same time, it is requested once. A call that
 * got a 401 is sent once more with the new token. Runs outside cache and retry.
 *
 * Without credentials, because the user isn't signed in or the refresh failed, nothing is sent. The call returns a
 * `'middleware'` error whose `cause` is an AuthError.
 */
export class AuthPlugin extends Plugin {
  override readonly name: string = 'auth';
  /**
   * Inside all queues: a request that waited is sent with the credentials that are current when it leaves the queue.
   */
  override readonly innermost = true;
  readonly #session: Session;
  readonly #origins: Origins;
  /** The session generation of each poll or pagination. */
  readonly #generations = new WeakMap<object, number>();
  /** The credentials of a request that changed after middleware, by its response, which several calls can share. */
  readonly #sentWith = new WeakMap<Response, Credentials>();

  /**
   * @param source The source of credentials; a function is a source too. Required. If it returns invalid credentials,
   * the refresh fails.
   * @throws TypeError for an invalid URL in `origins`.
   */
  constructor(source: CredentialSource | CredentialSource['refresh'], options?: AuthOptions) {
    super();
    const own = readAuthOptions(options);
    this.#session = new Session(typeof source === 'function' ? { refresh: source } : source, own);
    this.#origins = new Origins(own.origins);
  }

  /** Whether credentials are being loaded, refreshed or saved. */
  get isRefreshing(): boolean {
    return this.#session.isRefreshing;
  }

  /**
   * Signs in with these credentials. With the current `owner` the session continues: calls, polls and streams in
   * progress can use the new token. Another `owner`, none, or any `owner` after `clear`, starts a new session: calls,
   * polls and streams in progress end with `'signed-out'`. The result of a running refresh is discarded. Resolves when
   * the store has saved the credentials; until then they win over the stored ones.
   */
  set(credentials: Credentials): Promise<void> {
    return this.#session.set(credentials);
  }

  /**
   * Signs out: no call is sent until `set`, and the result of a running refresh is discarded. Resolves when the store
   * has saved the change.
   */
  clear(): Promise<void> {
    return this.#session.clear();
  }

  /** Returns the session that a new poll belongs to. */
  override scope(series: object): string {
    if (this.#session.isGenerationKnown) this.#generations.set(series, this.#session.generation);
    return this.#session.scope;
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    if (!this.appliesTo(ctx)) return next();
    const session = this.#session;
    const { request } = ctx;
    // Saved now, because an inner middleware can replace the signal.
    const { url, signal } = request;
    this.#origins.check(url);
    const current = session.enter();
    try {
      const begunIn = current ?? (await session.ready(signal));
      const state = ctx.once(this, callAuthState);
      const generation = (state.generation ??= ctx.series
        ? this.#generationOf(ctx.series, begunIn)
        : begunIn);
      await this.#put(ctx, state, session.atHand(generation) ?? (await session.forCall(generation, signal)));
      const result = held(await next());
      if (!this.isRejected(result)) return result;
      const other = await this.#replacementFor(state, result, ctx, signal);
      if (!other) return result;
      request.signal = signal;
      this.#origins.check(request.url);
      await this.#put(ctx, state, other);
      return held(await next());
    } finally {
      session.leave();
    }
  }

  override wrapFetch(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    const state = ctx.once(this, callAuthState);
    const { generation, run, sent, hadExpired } = state;
    const isAsApplied =
      generation === undefined ||
      (run === ctx && sent && this.#session.stillSends(sent, generation, hadExpired));
    return isAsApplied ? send(url, init) : this.#sendCurrent(ctx, url, init, send);
  }

  /** Adds the credentials to the request. Default: sets the header `Authorization` with the scheme. */
  protected apply(request: MiddlewareRequest, { scheme, token }: Credentials): void | Promise<void> {
    request.setHeader('authorization', `${scheme ?? 'Bearer'} ${token}`);
  }

  /** Returns whether the server rejected the credentials. Default: the status is 401. */
  protected isRejected({ error }: Result<unknown>): boolean {
    return error?.kind === 'http' && error.status === 401;
  }

  /** Returns whether a call gets credentials. Default: true. */
  protected appliesTo(_ctx: MiddlewareContext): boolean {
    return true;
  }

  /** Returns the credentials to send instead of rejected ones; undefined if the request isn't sent again. */
  async #replacementFor(
    { generation, sent }: CallAuthState,
    { response }: Result<unknown>,
    { request }: MiddlewareContext,
    signal: AbortSignal | undefined,
  ): Promise<Credentials | undefined> {
    const refused = (response && this.#sentWith.get(response)) ?? sent;
    if (!refused) return undefined;
    if (request.bodyReusable) return this.#session.instead(refused, generation, signal);
    this.#session.replace(refused, generation).catch(() => undefined);
    return undefined;
  }

  /** Returns the generation in which a poll or pagination started. */
  #generationOf(series: object, generation: number): number {
    const begunIn = this.#generations.get(series) ?? generation;
    this.#generations.set(series, begunIn);
    return begunIn;
  }

  /** Applies the credentials to the request. Throws if the user changes in the meantime. */
  async #put(ctx: MiddlewareContext, state: CallAuthState, credentials: Credentials): Promise<void> {
    const { request } = ctx;
    const { run, sent, generation } = state;
    // A subclass can apply the credentials to other headers.
    const before = this.apply === AuthPlugin.prototype.apply ? undefined : request.headerRecord();
    const applying = this.apply(request, credentials);
    if (applying) await applying;
    if (!before) state.headers = ['authorization'];
    // Applying the same credentials again changes no header.
    else if (run !== ctx || sent?.token !== credentials.token || sent.scheme !== credentials.scheme)
      state.headers = setNames(before, request.headerRecord());
    // Redirects to other origins drop `Authorization`, but no other header.
    if (state.headers.join() !== 'authorization')
      request.fetchOptions = { redirect: 'error', ...ownDefined(request.fetchOptions) };
    if (generation !== undefined) this.#session.assertGeneration(generation);
    state.run = ctx;
    state.sent = credentials;
    state.hadExpired = this.#session.timeLeft(credentials) <= 0;
  }

  /** Sends the request with the current credentials, if they changed while the request waited. */
  async #sendCurrent(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    if (!this.appliesTo(ctx)) return send(url, init);
    const state = ctx.once(this, callAuthState);
    const goOn = ctx.request.pauseAttempt();
    let current: Credentials;
    try {
      current = await this.#session.forCall(state.generation, init.signal ?? undefined);
    } finally {
      goOn();
    }
    if (state.run === ctx && state.sent === current) return send(url, init);
    const put = (): Promise<void> => this.#put(ctx, state, current);
    // In two steps: React Native's Babel preset can't parse a spread of an awaited value.
    const changed = await changedBy(ctx.request, url, init, put, state.headers);
    const response = await send(...changed);
    this.#sentWith.set(response, current);
    return response;
  }
}

/** Returns the names of the headers that were added or got another value. */
const setNames = (before: object, after: object): string[] =>
  changedNames(before, after).filter((name) => name in after);

/** Returns the Result, but throws the AuthError of a request that was blocked just before sending. */
const held = (result: Result<unknown>): Result<unknown> => {
  const { error } = result;
  if (error?.kind === 'network' && error.cause instanceof AuthError) throw error.cause;
  return result;
};

/** Options of `AuthSessions`. */
export interface AuthSessionsOptions {
  /**
   * Maximum number of sessions; the least recently used ones are dropped. Default: 10000. Below 1 or NaN: only the
   * newest session, and sessions that are refreshing.
   */
  readonly max?: number | undefined;
  /** Creates the plugin of a user. Required. If it throws, `for` throws the same error. */
  readonly make: (id: string) => AuthPlugin;
}

/** Manages the sessions of many users in one process: one plugin per user. */
export class AuthSessions {
  readonly #max: number;
  readonly #make: (id: string) => AuthPlugin;
  /** In the order of their use. */
  readonly #plugins = new Map<string, AuthPlugin>();

  /** @param options Required: `make` creates the session of an id. */
  constructor(options: AuthSessionsOptions) {
    const { max = 10_000, make } = givenOptions(options) as AuthSessionsOptions;
    this.#max = max;
    this.#make = make;
  }

  /** Number of sessions. */
  get size(): number {
    return this.#plugins.size;
  }

  /**
   * Returns the plugin of a user, to be used as middleware of a client copy. Returns the same plugin until it is
   * dropped.
   */
  for(id: string): AuthPlugin {
    const plugin = this.#plugins.get(id) ?? this.#make(id);
    this.#plugins.delete(id);
    this.#plugins.set(id, plugin);
    for (const [other, { isRefreshing }] of this.#plugins) {
      if (this.#plugins.size <= this.#max) break;
      // Dropping it would lose a rotated token, and a new plugin would load what `set` is about to overwrite.
      if (other !== id && !isRefreshing) this.#plugins.delete(other);
    }
    return plugin;
  }

  /**
   * Drops the plugin of a user. The store still holds the user's credentials. Await the promises of `set` and `clear`
   * first, because the next plugin loads from the store.
   */
  delete(id: string): boolean {
    return this.#plugins.delete(id);
  }
}
