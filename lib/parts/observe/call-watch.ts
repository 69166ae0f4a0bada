import { ApiError } from '../../core/result/api-error.js';
import type { Result } from '../../core/result/result.js';
import type { CallFacts, StreamEnd, WatchedCall } from '../../core/stages/watch.js';
import type { Note } from '../../core/wire/note.js';
import { AttemptWatch } from './attempt-watch.js';
import type { CallObserver, ObservedCall, Observer } from './observer.js';
import { around, safely } from './safely.js';

let calls = 0;

/** One call, and those who see it. Nothing that they do reaches the call. */
export class CallWatch implements WatchedCall {
  readonly id: number;
  readonly #facts: CallFacts;
  readonly #observers: readonly CallObserver[];
  /** By the core's attempt. One sends several times when a plugin around the wire does, also when it is over. */
  readonly #sendings = new WeakMap<object, AttemptWatch[]>();
  readonly #answered = new WeakSet();
  #count = 0;

  constructor(facts: CallFacts, observers: readonly Observer[]) {
    calls += 1;
    this.id = calls;
    this.#facts = facts;
    const { client, name, origin, request } = facts;
    const observed: ObservedCall = {
      id: this.id,
      client,
      name,
      origin,
      request,
      get deadline() {
        return facts.deadline;
      },
    };
    this.#observers = observers.flatMap(
      (observer) => safely(() => observer.call(observed)) ?? ([] as CallObserver[]),
    );
  }

  around<T>(run: () => T): T {
    return around(this.#observers, run);
  }

  async send(
    attempt: object,
    url: string,
    init: RequestInit,
    send: (init: RequestInit) => Promise<Response>,
  ): Promise<Response> {
    const sending = this.#begin(attempt, url, init);
    try {
      const response = await sending.send(send);
      // Whatever a plugin wants with it, it is no answer to the caller.
      if (this.#answered.has(attempt)) sending.end(this.#unread(response));
      return response;
    } catch (thrown) {
      sending.end(this.#failure(thrown));
      throw thrown;
    }
  }

  joined(attempt: object, leader: number): void {
    const { method, url } = this.#facts.request;
    this.#begin(attempt, url, { method, headers: this.#facts.request.headerRecord() }).joined(leader);
  }

  answered(attempt: object, result: Result<unknown>): void {
    this.#answered.add(attempt);
    for (const sending of this.#sendings.get(attempt) ?? []) sending.end(result);
  }

  note(note: Note): void {
    for (const observer of this.#observers) safely(() => observer.note?.(note));
  }

  end(result: Result<unknown>, stream?: StreamEnd): void {
    for (const observer of this.#observers) safely(() => observer.end?.({ ...result }, stream));
  }

  #begin(attempt: object, url: string, init: RequestInit): AttemptWatch {
    this.#count += 1;
    const begun = new AttemptWatch(this.#count, this.#observers, url, init);
    this.#sendings.set(attempt, [...(this.#sendings.get(attempt) ?? []), begun]);
    return begun;
  }

  #unread(response: Response): Result<unknown> {
    const result: Result<unknown> = {
      data: undefined,
      error: null,
      response,
      retry: () => Promise.resolve(result),
    };
    return result;
  }

  #failure(thrown: unknown): Result<unknown> {
    const { method, url, params, path } = this.#facts.request;
    const error = new ApiError({
      kind: 'network',
      request: { method, url, params },
      path,
      body: thrown,
      cause: thrown,
    });
    // Nobody tries an attempt again: the call does.
    const retry = (): Promise<Result<unknown>> => Promise.resolve(result);
    const result: Result<unknown> = { data: null, error, response: null, retry };
    return result;
  }
}
