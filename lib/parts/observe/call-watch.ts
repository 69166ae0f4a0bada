import type { Result } from '../../core/result/result.js';
import type { CallFacts, StreamEnd, WatchedCall } from '../../core/stages/watch.js';
import type { Note } from '../../core/wire/note.js';
import { around } from './around.js';
import { AttemptWatch } from './attempt-watch.js';
import type { CallObserver, ObservedCall, Observer } from './observer.js';
import { safely } from './safely.js';

let calls = 0;

/** One call, and those who see it. Nothing that they do reaches the call. */
export class CallWatch implements WatchedCall {
  readonly id: number;
  readonly #facts: CallFacts;
  readonly #observers: readonly CallObserver[];
  /** By the core's attempt. One sends several times when a plugin around the wire does, also when it is over. */
  readonly #sendings = new WeakMap<object, AttemptWatch[]>();
  /** What the core's attempt came to. */
  readonly #answers = new WeakMap<object, Result<unknown>>();
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
    this.#observers = observers
      .map((observer) => safely(() => observer.call(observed)))
      .filter((observer) => observer != null);
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
    return this.#begin(attempt, url, init).send(send);
  }

  joined(attempt: object, leader: number): void {
    const { method, url } = this.#facts.request;
    this.#begin(attempt, url, { method, headers: this.#facts.request.headerRecord() }).joined(leader);
  }

  answered(attempt: object, result: Result<unknown>): void {
    this.#answers.set(attempt, result);
    const sendings = this.#sendings.get(attempt) ?? [];
    const its = sendings.find(({ response }) => response && response === result.response) ?? sendings.at(-1);
    for (const sending of sendings) sending.answered(result, sending === its);
  }

  note(note: Note): void {
    for (const observer of this.#observers) safely(() => observer.note?.(note));
  }

  end(result: Result<unknown>, stream?: StreamEnd): void {
    for (const observer of this.#observers)
      safely(() => observer.end?.({ ...result }, stream && { ...stream }));
  }

  #begin(attempt: object, url: string, init: RequestInit): AttemptWatch {
    this.#count += 1;
    const begun = new AttemptWatch(this.#count, this.#facts.request, this.#observers, url, init);
    this.#sendings.set(attempt, [...(this.#sendings.get(attempt) ?? []), begun]);
    const answer = this.#answers.get(attempt);
    if (answer) begun.answered(answer, false);
    return begun;
  }
}
