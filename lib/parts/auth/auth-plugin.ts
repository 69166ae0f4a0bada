import { describeType } from '../../core/platform/describe-type.js';
import { untilAborted } from '../../core/platform/wait.js';
import type { Result } from '../../core/result/result.js';
import type {
  MiddlewareContext,
  MiddlewareNext,
  MiddlewareRequest,
} from '../../core/stages/middleware-context.js';
import { Plugin } from '../../core/stages/plugin.js';
import type { HeaderRecord } from '../../core/wire/fetch-options.js';
import { type AuthOptions, readAuthOptions } from './auth-options.js';
import type { Credentials, CredentialSource } from './credentials.js';
import { Origins } from './origins.js';
import { Session } from './session.js';

const sourceOf = (given: CredentialSource | CredentialSource['refresh']): CredentialSource => {
  if (typeof given === 'function') return { refresh: given };
  if (typeof (given as Partial<CredentialSource> | null)?.refresh === 'function') return given;
  throw new TypeError(
    `AuthPlugin: its source is ${describeType(given)}: pass a function, or an object with refresh().`,
  );
};

/** Whether it is in `Authorization`, and in no other header, that the credentials stand. */
const isAuthorizationAlone = (before: HeaderRecord, after: HeaderRecord): boolean =>
  before['authorization'] !== after['authorization'] &&
  Object.keys(after).every((name) => name === 'authorization' || before[name] === after[name]);

/**
 * Sends a token with each call, and sees to it that it is a good one: however many calls need another, it is got once, and
 * a call that was refused is sent once more with it. Stands outside of cache and retry.
 *
 * A call that has no credentials, as nobody is signed in or as they could not be got, sends nothing and is a
 * `'middleware'` error whose `cause` is an AuthError.
 */
export class AuthPlugin extends Plugin {
  override readonly name: string = 'auth';
  readonly #session: Session;
  readonly #origins: Origins;

  /**
   * @param source Where credentials come from; a function is a source, too.
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
    return this.#session.isRefreshing();
  }

  /** Signs in with these. A refresh that runs is for nobody any more. */
  set(credentials: Credentials): Promise<void> {
    return this.#session.set(credentials);
  }

  /** Signs out: no call is sent until `set`, and what a refresh that runs brings is dropped. */
  clear(): Promise<void> {
    return this.#session.clear();
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    if (!this.appliesTo(ctx)) return next();
    const { request } = ctx;
    // Not what an inner middleware may leave there.
    const { signal } = request;
    this.#origins.check(request.url);
    const { clears } = this.#session;
    const sent = this.#session.atHand() ?? (await this.#wait(this.#session.forCall(), signal));
    const before = request.headerRecord();
    await this.apply(request, sent);
    this.#keepFromRedirects(request, before);
    // Not once `clear` was called, nor as the user who has signed in since.
    this.#session.assertSignedIn(clears);
    const result = await next();
    if (!this.isRejected(result)) return result;
    if (!request.replayable) {
      this.#session.instead(sent).catch(() => undefined);
      return result;
    }
    request.signal = signal;
    const other = await this.#wait(this.#session.instead(sent), signal);
    if (!other) return result;
    this.#origins.check(request.url);
    await this.apply(request, other);
    this.#session.assertSignedIn(clears);
    return next();
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

  /** What the work comes to, unless the call ends before: the work goes on for others. */
  #wait<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return signal ? untilAborted(work, signal) : work;
  }

  /** Redirects to other origins lose `Authorization`, and keep every header that nobody knows to be secret. */
  #keepFromRedirects(request: MiddlewareRequest, before: HeaderRecord): void {
    if (isAuthorizationAlone(before, request.headerRecord())) return;
    const { fetchOptions } = request;
    if (fetchOptions.redirect === undefined) request.fetchOptions = { ...fetchOptions, redirect: 'error' };
  }
}
