import {
  givenOptions,
  type MiddlewareContext,
  type MiddlewareNext,
  type MiddlewareRequest,
  ownValue,
  Plugin,
  Refusal,
  type Result,
  type Send,
  isDeadline,
} from '../../core/seats.js';
import {
  AuthError,
  type AuthOptions,
  type Credentials,
  type CredentialSource,
  readAuthOptions,
} from './credentials.js';
import { changesOf, isAuthorizationAlone, Origins } from './request-changes.js';
import { Session } from './session.js';

const sourceOf = (given: CredentialSource | CredentialSource['refresh']): CredentialSource => {
  if (typeof given === 'function') return { refresh: given };
  if (typeof (given as Partial<CredentialSource> | null)?.refresh === 'function') return given;
  throw Refusal.of('AuthPlugin: its source', given, 'a function, or an object with refresh()');
};

/** One logical call on its way: in whose name it is sent, and with what. */
class Passage {
  /** Undefined for one that gets no credentials. */
  era: number | undefined;
  /** The run of the call to which these were applied last. */
  run: MiddlewareContext | undefined;
  sent: Credentials | undefined;
  /** Whether they had expired by then, as those of a source whose clock is another: then they are sent as they are. */
  hadExpired = false;
  /** Whether they stand in `Authorization` and nowhere else. */
  isInAuthorization = false;
}

const newPassage = (): Passage => new Passage();

/**
 * Sends a token with each call, and sees to it that it is a good one: however many calls need another, it is got once, and
 * a call that was refused is sent once more with it. Stands outside of cache and retry.
 *
 * A call that has no credentials, as nobody is signed in or as they could not be got, sends nothing and is a
 * `'middleware'` error whose `cause` is an AuthError.
 */
export class AuthPlugin extends Plugin {
  override readonly name: string = 'auth';
  /** Inside of all queues: what waited in one goes out with the credentials of then. */
  override readonly exchangesLast = true;
  readonly #session: Session;
  readonly #origins: Origins;
  /** By poll or walk over pages, in whose name it is. */
  readonly #eras = new WeakMap<object, number>();
  /** What a request was sent with where that changed on its way, by its response, which several calls may have. */
  readonly #sentWith = new WeakMap<Response, Credentials>();

  /**
   * @param source Where credentials come from; a function is a source, too. Required. Anything else: it throws when
   *   it is made. What it gives that is no credentials: the refresh has failed.
   * @throws TypeError for a source or an option that is none.
   */
  constructor(source: CredentialSource | CredentialSource['refresh'], options?: AuthOptions) {
    super();
    const own = readAuthOptions(options);
    this.#session = new Session(sourceOf(source), own);
    this.#origins = new Origins(own.origins);
  }

  /** Whether credentials are being got. */
  get isRefreshing(): boolean {
    return this.#session.isRefreshing;
  }

  /**
   * Signs in with these. What was begun before, by a call, a poll, a stream or a refresh, was for another user and ends.
   */
  set(credentials: Credentials): Promise<void> {
    return this.#session.set(credentials);
  }

  /** Signs out: no call is sent until `set`, and what a refresh that runs brings is dropped. */
  clear(): Promise<void> {
    return this.#session.clear();
  }

  /** Whose a poll is that begins now. */
  override scope(series: object): string {
    if (this.#session.isEraKnown) this.#eras.set(series, this.#session.era);
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

  override exchange(ctx: MiddlewareContext, url: string, init: RequestInit, send: Send): Promise<Response> {
    const passage = ctx.once(this, newPassage);
    return passage.era === undefined || this.#isAsItWas(passage, ctx)
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
    const begunIn = session.isRead ? session.era : await session.ready(signal);
    const passage = ctx.once(this, newPassage);
    const era = (passage.era ??= this.#eraOf(ctx, begunIn));
    await this.#put(ctx, passage, session.atHand(era) ?? (await session.forCall(era, signal)));
    const result = held(await next());
    if (!this.isRejected(result)) return result;
    const refused = (result.response && this.#sentWith.get(result.response)) ?? passage.sent;
    if (!refused) return result;
    if (!request.replayable) {
      session.replace(refused, era).catch(() => undefined);
      return result;
    }
    request.signal = signal;
    let other: Credentials | undefined;
    try {
      other = await session.instead(refused, era, signal);
    } catch (thrown) {
      // The deadline, in the wait for others: what was answered says more.
      if (!isDeadline(thrown)) throw thrown;
    }
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
  async #put(ctx: MiddlewareContext, passage: Passage, credentials: Credentials): Promise<void> {
    const { request } = ctx;
    const before = request.headerRecord();
    const applying = this.apply(request, credentials);
    if (applying) await applying;
    // The same again change nothing, and stand where they stood.
    if (!isSame(passage.sent, credentials) || passage.run !== ctx)
      passage.isInAuthorization = isAuthorizationAlone(before, request.headerRecord());
    if (!passage.isInAuthorization) this.#keepFromRedirects(request);
    if (passage.era !== undefined) this.#session.assertEra(passage.era);
    passage.run = ctx;
    passage.sent = credentials;
    passage.hadExpired = this.#session.timeLeft(credentials) <= 0;
  }

  /** Whether nothing has changed since the credentials were applied. */
  #isAsItWas({ era, run, sent, hadExpired }: Passage, ctx: MiddlewareContext): boolean {
    const session = this.#session;
    if (run !== ctx || !sent || era !== session.era || !session.isCurrent(sent)) return false;
    return hadExpired || !(session.timeLeft(sent) <= 0);
  }

  /** Sends with the current credentials what has waited, or been made, since others were applied to it. */
  async #sendCurrent(ctx: MiddlewareContext, url: string, init: RequestInit, send: Send): Promise<Response> {
    if (!this.appliesTo(ctx)) return send(url, init);
    const passage = ctx.once(this, newPassage);
    const goOn = ctx.request.pauseAttempt();
    let current: Credentials;
    try {
      current = await this.#session.forCall(passage.era, init.signal ?? undefined);
    } finally {
      goOn();
    }
    if (passage.run === ctx && passage.sent === current) return send(url, init);
    const changed = changesOf(ctx.request, url);
    await this.#put(ctx, passage, current);
    const response = await send(...changed(init));
    this.#sentWith.set(response, current);
    return response;
  }

  /** Redirects to other origins lose `Authorization`, and keep every header that nobody knows to be secret. */
  #keepFromRedirects(request: MiddlewareRequest): void {
    const { fetchOptions } = request;
    if (ownValue(fetchOptions, 'redirect') === undefined)
      request.fetchOptions = { ...fetchOptions, redirect: 'error' };
  }
}

const isSame = (sent: Credentials | undefined, { scheme, token }: Credentials): boolean =>
  sent?.token === token && sent.scheme === scheme;

/** The Result; throws the AuthError of a request that was held back when it was about to be sent. */
const held = (result: Result<unknown>): Result<unknown> => {
  const { error } = result;
  if (error?.kind === 'network' && error.cause instanceof AuthError) throw error.cause;
  return result;
};

/** What `AuthSessions` takes. */
export interface AuthSessionsOptions {
  /**
   * How many sessions are kept; those that were used longest ago make room. Default 10000. Below 1, and no number: it
   * throws when it is made.
   */
  readonly max?: number | undefined;
  /** Makes the plugin of a user. Required. No function: it throws when it is made. What it throws, `for` throws. */
  readonly make: (id: string) => AuthPlugin;
}

/** The sessions of many users in one process: a plugin for each. */
export class AuthSessions {
  readonly #max: number;
  readonly #make: (id: string) => AuthPlugin;
  /** In the order of their use. */
  readonly #plugins = new Map<string, AuthPlugin>();

  /** @throws TypeError for options that are none. */
  constructor(options: AuthSessionsOptions) {
    const { max = 10_000, make } = givenOptions(options);
    if (typeof make !== 'function') throw Refusal.of('AuthSessions: the option make', make, 'a function');
    if (!(max >= 1)) throw new Refusal('AuthSessions: the option max is no number from 1: pass one.');
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
    this.#makeRoom(id);
    return plugin;
  }

  /** Forgets the plugin of a user, who stays signed in where the store says so. */
  delete(id: string): boolean {
    return this.#plugins.delete(id);
  }

  /** One that refreshes stays: a rotated token would be lost with it. */
  #makeRoom(newest: string): void {
    for (const [id, plugin] of this.#plugins) {
      if (this.#plugins.size <= this.#max) return;
      if (id !== newest && !plugin.isRefreshing) this.#plugins.delete(id);
    }
  }
}
