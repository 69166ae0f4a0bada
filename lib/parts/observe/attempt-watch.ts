import { abortBy, bare, isAborted, onAbort, readHeaders, type Result } from '../../core/seats.js';
import type { AttemptObserver, CallObserver, ObservedAttempt, ObservedRequest } from './observer.js';
import { around } from './around.js';
import { type Outcome, ownResult } from './own-result.js';
import { safely } from './safely.js';

const headersOf = (init: RequestInit): Headers => new Headers(init.headers);

/** What is sent, with headers of its own that an observer may add to. */
const sentRequest = (url: string, init: RequestInit): ObservedAttempt['request'] => ({
  method: init.method ?? 'GET',
  url,
  body: init.body ?? null,
  getHeader: (name) => headersOf(init).get(name) ?? undefined,
  headerRecord: () => Object.fromEntries(headersOf(init)),
  setHeader: (name, value) => {
    const headers = headersOf(init);
    for (const [added, text] of Object.entries(readHeaders([[name, value]]))) headers.set(added, text);
    init.headers = bare<Record<string, string>>(Object.fromEntries(headers));
  },
});

/** One sending of a watched call, or its place on another's, and those who see it. */
export class AttemptWatch {
  readonly #call: ObservedRequest;
  readonly #observers: readonly AttemptObserver[];
  readonly #init: RequestInit;
  #outcome: Outcome | undefined;
  #isJoined = false;
  #isAnswered = false;
  #isOver = false;
  #letGo: (() => void) | undefined;

  /** @param calls Those who see the call. */
  constructor(
    number: number,
    call: ObservedRequest,
    calls: readonly CallObserver[],
    url: string,
    init: RequestInit,
  ) {
    this.#call = call;
    // A copy: what one attempt is given must not go out with another.
    this.#init = bare<RequestInit>(init);
    const request = sentRequest(url, this.#init);
    this.#observers = calls
      .map((observer) => safely(() => observer.attempt?.({ number, request })))
      .filter((observer) => observer != null);
  }

  /** The response that it got; undefined as long as it has none. */
  get response(): Response | undefined {
    return this.#outcome?.response;
  }

  /** Rejects as the sending does. */
  async send(send: (init: RequestInit) => Promise<Response>): Promise<Response> {
    try {
      // A copy again: what is set from then on comes too late.
      const response = await around(this.#observers, () => send(bare<RequestInit>(this.#init)));
      this.#settle({ response });
      return response;
    } catch (thrown) {
      this.#settle({ thrown });
      throw thrown;
    }
  }

  joined(leader: number): void {
    this.#isJoined = true;
    for (const observer of this.#observers) safely(() => observer.joined?.(leader));
  }

  /**
   * The call, or its attempt, has come to this. A sending that goes on regardless, since other callers or a plugin wait
   * for it, ends when it does.
   *
   * @param isIts Whether that is for what was sent here, or, where it failed, since it did.
   */
  answered(result: Result<unknown>, isIts: boolean): void {
    this.#isAnswered = true;
    if (this.#isJoined) this.#end(result);
    else if (this.#outcome) this.#end(isIts && (this.response ?? result.error) ? result : this.#own());
    else this.#endWithSignal(isIts && result.error ? result : undefined);
  }

  /** Ends when its signal aborts: fetch may pay no heed to that. */
  #endWithSignal(result: Result<unknown> | undefined): void {
    const { signal } = this.#init;
    if (!signal) return;
    const end = (): void => this.#end(result ?? this.#own(abortBy(signal).reason));
    if (isAborted(signal)) end();
    else this.#letGo = safely(() => onAbort(signal, end));
  }

  #settle(outcome: Outcome): void {
    if (this.#isOver) return;
    this.#outcome = outcome;
    const { response } = outcome;
    if (response) for (const observer of this.#observers) safely(() => observer.response?.(response));
    // Whatever a plugin or another caller makes of it, it is no answer to this one.
    if (this.#isAnswered) this.#end(this.#own());
  }

  #own(thrown?: unknown): Result<unknown> {
    return ownResult(this.#call, this.#outcome ?? { thrown }, this.#init.signal);
  }

  #end(result: Result<unknown>): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#letGo?.();
    for (const observer of this.#observers) safely(() => observer.end?.({ ...result }));
  }
}
