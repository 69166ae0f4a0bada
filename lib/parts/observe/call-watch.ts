import type { CallFacts, Note, Result, StreamEnd, WatchedCall } from '../../core/seats.js';
import { around } from './around.js';
import { AttemptWatch } from './attempt-watch.js';
import type { CallObserver, ObservedCall, Observer } from './observer.js';
import { safely } from './safely.js';

let calls = 0;

/** What one attempt of the core sends: several requests, when a plugin around the wire does, also when it is over. */
class Sendings {
  readonly all: AttemptWatch[] = [];
  /** What it came to. */
  answer: Result<unknown> | undefined;
}

/** By the core's attempt. One for all calls: it costs more to make one than to keep it. */
const SENDINGS = /* @__PURE__ */ new WeakMap<object, Sendings>();

const sendingsOf = (attempt: object): Sendings => {
  const found = SENDINGS.get(attempt) ?? new Sendings();
  SENDINGS.set(attempt, found);
  return found;
};

/** A class, as an object with a getter of its own takes several times as long to make. */
class SeenCall implements ObservedCall {
  readonly id: number;
  readonly client: string | undefined;
  readonly name: string;
  readonly origin: ObservedCall['origin'];
  readonly request: ObservedCall['request'];
  readonly context: ObservedCall['context'];
  readonly #facts: CallFacts;

  constructor(id: number, client: string | undefined, facts: CallFacts) {
    this.id = id;
    this.client = client;
    this.name = facts.requestName;
    this.origin = facts.origin;
    this.request = facts.request;
    this.context = facts.context;
    this.#facts = facts;
  }

  get operation(): string | undefined {
    return this.#facts.errorFacts.operation;
  }

  get deadline(): number | undefined {
    return this.#facts.timeout || undefined;
  }
}

/** One call, and those who see it. Nothing that they do reaches the call. */
export class CallWatch implements WatchedCall {
  readonly id: number;
  readonly #facts: CallFacts;
  readonly #observers: readonly CallObserver[];
  #count = 0;

  /** Tells that the call begins. */
  constructor(facts: CallFacts, client: string | undefined, observers: readonly Observer[]) {
    calls += 1;
    this.id = calls;
    this.#facts = facts;
    const observed = new SeenCall(calls, client, facts);
    this.#observers = observers
      .map((observer) => safely(() => observer.call(observed)))
      .filter((observer) => observer != null);
  }

  /** Whether somebody wants to see more of the call than that it began. */
  get isSeen(): boolean {
    return this.#observers.length > 0;
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
    const sendings = sendingsOf(attempt);
    sendings.answer = result;
    const { all } = sendings;
    const its = all.find(({ response }) => response && response === result.response) ?? all.at(-1);
    for (const sending of all) sending.answered(result, sending === its);
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
    const { all, answer } = sendingsOf(attempt);
    all.push(begun);
    if (answer) begun.answered(answer, false);
    return begun;
  }
}
