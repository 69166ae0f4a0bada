import type { Result } from '../../core/result/result.js';
import { bare } from '../../core/platform/bare.js';
import { readHeaders } from '../../core/wire/headers.js';
import type { AttemptObserver, CallObserver, ObservedAttempt } from './observer.js';
import { around, safely } from './safely.js';

const headersOf = (init: RequestInit): Headers => new Headers(init.headers);

/** What is sent, with headers of its own that an observer may add to. */
const sentRequest = (url: string, init: RequestInit): ObservedAttempt['request'] => ({
  method: init.method ?? 'GET',
  url,
  getHeader: (name) => headersOf(init).get(name) ?? undefined,
  setHeader: (name, value) => {
    const headers = headersOf(init);
    for (const [added, text] of Object.entries(readHeaders([[name, value]]))) headers.set(added, text);
    init.headers = bare<Record<string, string>>(Object.fromEntries(headers));
  },
});

/** One sending of a watched call, and those who see it. */
export class AttemptWatch {
  readonly #observers: readonly AttemptObserver[];
  readonly #init: RequestInit;
  #isOver = false;

  /** @param calls Those who see the call. */
  constructor(number: number, calls: readonly CallObserver[], url: string, init: RequestInit) {
    // A copy: what one attempt is given must not go out with another.
    this.#init = bare<RequestInit>(init);
    const request = sentRequest(url, this.#init);
    this.#observers = calls.flatMap(
      (call) => safely(() => call.attempt?.({ number, request })) ?? ([] as AttemptObserver[]),
    );
  }

  /** Rejects as the sending does. */
  async send(send: (init: RequestInit) => Promise<Response>): Promise<Response> {
    const response = await around(this.#observers, () => send(this.#init));
    for (const observer of this.#observers) safely(() => observer.response?.(response));
    return response;
  }

  joined(leader: number): void {
    for (const observer of this.#observers) safely(() => observer.joined?.(leader));
  }

  /** Only the first time counts. */
  end(result: Result<unknown>): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const observer of this.#observers) safely(() => observer.end?.({ ...result }));
  }
}
