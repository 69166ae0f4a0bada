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
import { changedBy } from './request-changes.js';
import { Session } from './session.js';

type HeaderTexts = ReturnType<MiddlewareRequest['headerRecord']>;

const NOWHERE = 'nowhere.invalid';

/**
 * The origin. Where nothing says what a relative URL is relative to: that it is one, or the host that it names. `''` for
 * what is no URL.
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

/** The origins that get a token: those that were named, else that of the first request. */
class Origins {
  #known: readonly string[] | undefined;
  /** The one that was asked for last, with the slash after it. */
  #newest: string | undefined;

  constructor(known: readonly string[] | undefined) {
    this.#known = known;
  }

  /** Throws for a request to another one, naming both. */
  check(url: string): void {
    // Most requests: a URL is dear to read, and whatever stands behind that slash is its path.
    if (this.#newest && url.startsWith(this.#newest)) return;
    const origin = originFor(url);
    // One without an origin says nothing about those that follow.
    if (origin) this.#known ??= [origin];
    if (this.#known && !this.#known.includes(origin))
      throw new TypeError(
        `The token is for ${this.#known.join(', ') || 'no origin'}, but the request goes to ${origin || 'no valid URL'}: add it to AuthPlugin({ origins }), or exclude it in appliesTo().`,
      );
    if (origin) this.#newest = `${origin}/`;
  }
}

/** One logical call on its way: in whose name it is sent, and with what. */
class CallAuthState {
  /** Undefined for one that gets no credentials. */
  generation: number | undefined = undefined;
  /** The run of the call to which these were applied last. */
  run: MiddlewareContext | undefined = undefined;
  sent: Credentials | undefined = undefined;
  /** Whether they had expired by then, as those of a source whose clock is another: then they are sent as they are. */
  hadExpired = false;
  /** Whether they stand in `Authorization` and nowhere else. */
  isInAuthorization = false;
}

const callAuthState = (): CallAuthState => new CallAuthState();

/**
 * Sends a token with each call: however many calls need another, it is got once, and a call that was refused is sent once
 * more with it. Stands outside of cache and retry.
 *
 * A call without credentials, as nobody is signed in or as they could not be got, sends nothing and is a `'middleware'`
 * error whose `cause` is an AuthError.
 */
export class AuthPlugin extends Plugin {
  override readonly name: string = 'auth';
  /** Inside of all queues: what waited in one goes out with the credentials of then. */
  override readonly innermost = true;
  readonly #session: Session;
  readonly #origins: Origins;
  /** By poll or walk over pages, in whose name it is. */
  readonly #eras = new WeakMap<object, number>();
  /** What a request was sent with where that changed on its way, by its response, which several calls may have. */
  readonly #sentWith = new WeakMap<Response, Credentials>();

  /**
   * @param source Where credentials come from; a function is a source, too. Required. What it gives that is no
   *   credentials: the refresh has failed.
   * @throws TypeError for an origin that is no URL.
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
   * Signs in with these. With the `owner` of the current credentials the session continues: calls, polls and streams that
   * are underway can use the new token. Another `owner`, or none, starts a new session, and these end, `'signed-out'`; so
   * does any `owner` after `clear`. A refresh that runs is dropped. Resolves when the store has saved them: until then
   * they win over what it holds.
   */
  set(credentials: Credentials): Promise<void> {
    return this.#session.set(credentials);
  }

  /** Signs out: no call is sent until `set`, and a refresh that runs is dropped. Resolves when the store has saved that. */
  clear(): Promise<void> {
    return this.#session.clear();
  }

  /** Whose a poll is that begins now. */
  override scope(series: object): string {
    if (this.#session.isGenerationKnown) this.#eras.set(series, this.#session.generation);
    return this.#session.scope;
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    if (!this.appliesTo(ctx)) return next();
    this.#session.enter();
    try {
      return await this.#handle(ctx, next);
    } finally {
      this.#session.leave();
    }
  }

  override wrapFetch(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    const passage = ctx.once(this, callAuthState);
    return passage.generation === undefined || this.#isAsItWas(passage, ctx)
      ? send(url, init)
      : this.#sendCurrent(ctx, url, init, send);
  }

  /** Puts the credentials into the request. Default: the header `Authorization`, with the scheme. */
  protected apply(request: MiddlewareRequest, { scheme, token }: Credentials): void | Promise<void> {
    request.setHeader('authorization', `${scheme ?? 'Bearer'} ${token}`);
  }

  /** Whether the server has refused the credentials. Default: by status 401. */
  protected isRejected({ error }: Result<unknown>): boolean {
    return error?.kind === 'http' && error.status === 401;
  }

  /** Whether a call gets credentials at all. Default: each. */
  protected appliesTo(_ctx: MiddlewareContext): boolean {
    return true;
  }

  async #handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    const session = this.#session;
    const { request } = ctx;
    // Not what an inner middleware may leave there.
    const { signal } = request;
    this.#origins.check(request.url);
    const begunIn = session.isRead ? session.generation : await session.ready(signal);
    const passage = ctx.once(this, callAuthState);
    const era = (passage.generation ??= this.#eraOf(ctx, begunIn));
    await this.#put(ctx, passage, session.atHand(era) ?? (await session.forCall(era, signal)));
    const result = held(await next());
    if (!this.isRejected(result)) return result;
    const refused = (result.response && this.#sentWith.get(result.response)) ?? passage.sent;
    if (!refused) return result;
    if (!request.bodyReusable) {
      session.replace(refused, era).catch(() => undefined);
      return result;
    }
    request.signal = signal;
    const other = await session.instead(refused, era, signal);
    if (!other) return result;
    this.#origins.check(request.url);
    await this.#put(ctx, passage, other);
    return held(await next());
  }

  /** That in which the call was begun, or the poll or the walk over pages that it belongs to. */
  #eraOf({ series }: MiddlewareContext, era: number): number {
    if (!series) return era;
    const begunIn = this.#eras.get(series) ?? era;
    this.#eras.set(series, begunIn);
    return begunIn;
  }

  /** Puts them into the request, unless the user changes meanwhile. */
  async #put(ctx: MiddlewareContext, passage: CallAuthState, credentials: Credentials): Promise<void> {
    const { request } = ctx;
    const { run, sent, generation } = passage;
    const before = request.headerRecord();
    const applying = this.apply(request, credentials);
    if (applying) await applying;
    // The same again change nothing, and stand where they stood.
    if (run !== ctx || sent?.token !== credentials.token || sent.scheme !== credentials.scheme)
      passage.isInAuthorization = isAuthorizationAlone(before, request.headerRecord());
    // Redirects to other origins lose `Authorization`, and keep every other header.
    if (!passage.isInAuthorization)
      request.fetchOptions = { redirect: 'error', ...ownDefined(request.fetchOptions) };
    if (generation !== undefined) this.#session.assertEra(generation);
    passage.run = ctx;
    passage.sent = credentials;
    passage.hadExpired = this.#session.timeLeft(credentials) <= 0;
  }

  /** Whether nothing has changed since the credentials were applied. */
  #isAsItWas({ generation, run, sent, hadExpired }: CallAuthState, ctx: MiddlewareContext): boolean {
    const session = this.#session;
    if (run !== ctx || !sent || generation !== session.generation || !session.isCurrent(sent)) return false;
    return hadExpired || !(session.timeLeft(sent) <= 0);
  }

  /** Sends with the current credentials what has waited, or been made, since others were applied to it. */
  async #sendCurrent(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    if (!this.appliesTo(ctx)) return send(url, init);
    const passage = ctx.once(this, callAuthState);
    const goOn = ctx.request.pauseAttempt();
    let current: Credentials;
    try {
      current = await this.#session.forCall(passage.generation, init.signal ?? undefined);
    } finally {
      goOn();
    }
    if (passage.run === ctx && passage.sent === current) return send(url, init);
    const put = (): Promise<void> => this.#put(ctx, passage, current);
    // In two steps: React Native's Babel preset can't read a spread of what is awaited.
    const changed = await changedBy(ctx.request, url, init, put);
    const response = await send(...changed);
    this.#sentWith.set(response, current);
    return response;
  }
}

/** Whether it is in `Authorization`, and in no other header, that two sets of headers differ. */
const isAuthorizationAlone = (before: HeaderTexts, after: HeaderTexts): boolean =>
  before['authorization'] !== after['authorization'] &&
  Object.keys(after).every((name) => name === 'authorization' || before[name] === after[name]);

/** The Result; throws the AuthError of a request that was held back when it was about to be sent. */
const held = (result: Result<unknown>): Result<unknown> => {
  const { error } = result;
  if (error?.kind === 'network' && error.cause instanceof AuthError) throw error.cause;
  return result;
};

/** What `AuthSessions` takes. */
export interface AuthSessionsOptions {
  /**
   * How many sessions are kept; those that were used longest ago make room. Default 10000. Below 1, and NaN:
   * the newest alone, and those that refresh.
   */
  readonly max?: number | undefined;
  /** Makes the plugin of a user. Required. What it throws, `for` throws. */
  readonly make: (id: string) => AuthPlugin;
}

/** The sessions of many users in one process: a plugin for each. */
export class AuthSessions {
  readonly #max: number;
  readonly #make: (id: string) => AuthPlugin;
  /** In the order of their use. */
  readonly #plugins = new Map<string, AuthPlugin>();

  /** @param options Required: `make` gives the session of a key. */
  constructor(options: AuthSessionsOptions) {
    const { max = 10_000, make } = givenOptions(options) as AuthSessionsOptions;
    this.#max = max;
    this.#make = make;
  }

  /** How many are kept. */
  get size(): number {
    return this.#plugins.size;
  }

  /** The plugin of a user, for the middleware of a copy of the client: the same one as long as it is kept. */
  for(id: string): AuthPlugin {
    const plugin = this.#plugins.get(id) ?? this.#make(id);
    this.#plugins.delete(id);
    this.#plugins.set(id, plugin);
    for (const [other, { isRefreshing }] of this.#plugins) {
      if (this.#plugins.size <= this.#max) break;
      // Otherwise a rotated token would be lost, and a new plugin would load what `set` is about to overwrite.
      if (other !== id && !isRefreshing) this.#plugins.delete(other);
    }
    return plugin;
  }

  /**
   * Forgets the plugin of a user, who stays signed in where the store says so. Wait for the promises of `set` and `clear`
   * first: the next plugin loads what the store holds.
   */
  delete(id: string): boolean {
    return this.#plugins.delete(id);
  }
}
