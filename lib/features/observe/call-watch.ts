import {
  ApiError,
  nullProto,
  type CallNote,
  onAbort,
  readHeaders,
  type Result,
  type ObserverHost,
} from '../../core/internal.js';
import type {
  AttemptObserver,
  CallObserver,
  ObservedAttempt,
  ObservedCall,
  ObservedRequest,
  Observer,
} from './observer.js';

type CallFacts = Parameters<ObserverHost['begin']>[0];

type WatchedCall = NonNullable<ReturnType<ObserverHost['begin']>>;

/** Runs a hook; undefined where it threw. What an async one rejects with must not end the process either. */
function safely<T>(hook: () => T): T | undefined {
  try {
    const given = hook();
    if (typeof (given as { then?: unknown } | null | undefined)?.then === 'function')
      Promise.resolve(given).catch(() => undefined);
    return given;
  } catch {
    return undefined;
  }
}

/** What the hooks of observers give; those that give none, or throw, see no more. */
const given = <T, TSeen>(observers: readonly T[], hook: (observer: T) => TSeen): NonNullable<TSeen>[] =>
  observers.map((observer) => safely(() => hook(observer))).filter((seen) => seen != null);

/** Runs at the first call; whatever that gave or threw, each further call gives or throws too. */
const once = <T>(run: () => T): (() => T) => {
  let outcome: (() => T) | undefined;
  return () => {
    if (!outcome) {
      try {
        const value = run();
        outcome = () => value;
      } catch (thrown) {
        outcome = () => {
          throw thrown;
        };
      }
    }
    return outcome();
  };
};

/**
 * Runs something inside of the `around` of all who have one, the first outermost. It runs exactly once, and each hook is
 * asked exactly once, whatever the others do; what it gives or throws is what this gives or throws.
 */
const around = <T>(wrappers: readonly Pick<CallObserver, 'around'>[], run: () => T): T =>
  wrappers.reduceRight<() => T>((inner, wrapper) => {
    const running = once(inner);
    return () => {
      safely(() => wrapper.around?.(running));
      return running();
    };
  }, run)();

/** What came of a sending. */
type Outcome =
  | { readonly response: Response; readonly thrown?: undefined }
  | { readonly response?: undefined; readonly thrown: unknown };

/** A sending as a Result of its own, when the call came to something else: its body was not read. */
function ownResult(
  call: ObservedRequest,
  { response, thrown }: Outcome,
  isAborted: boolean,
): Result<unknown> {
  const facts = { request: call, path: call.path };
  let error: ApiError | null = null;
  if (!response) {
    const kind = isAborted ? 'abort' : 'network';
    error = new ApiError({ ...facts, kind, body: thrown, cause: thrown });
  } else if (!response.ok) {
    const { status, statusText, headers } = response;
    error = new ApiError({ ...facts, kind: 'http', body: null, status, statusText, headers });
  }
  // It is the call that is tried again.
  const retry = (): Promise<Result<unknown>> => Promise.resolve(result);
  const data = error ? null : undefined;
  const result = { data, error, response: response ?? null, retry } as Result<unknown>;
  return result;
}

/** What is sent, with headers of its own that an observer may add to. */
const sentRequest = (url: string, init: RequestInit): ObservedAttempt['request'] => ({
  method: init.method ?? 'GET',
  url,
  body: init.body ?? null,
  getHeader: (name) => new Headers(init.headers).get(name) ?? undefined,
  headerRecord: () => Object.fromEntries(new Headers(init.headers)),
  setHeader: (name, value) => {
    // Without a `Headers`, which would be the dearest thing that an observer does.
    init.headers = nullProto(readHeaders(init.headers ?? {}), readHeaders({ [name]: value }));
  },
});

/** One sending of a watched call, or its place on another's, and those who see it. */
class AttemptWatch {
  readonly #call: ObservedRequest;
  readonly #observers: readonly AttemptObserver[];
  /** A copy: what one attempt is given must not go out with another. */
  readonly #init: RequestInit;
  #outcome: Outcome | undefined;
  #isJoined = false;
  #isAnswered = false;
  #isOver = false;
  #release: (() => void) | undefined;

  constructor(
    number: number,
    call: ObservedRequest,
    observers: readonly CallObserver[],
    url: string,
    init: RequestInit,
  ) {
    this.#call = call;
    this.#init = nullProto<RequestInit>(init);
    const request = sentRequest(url, this.#init);
    this.#observers = given(observers, (observer) => observer.attempt?.({ number, request }));
  }

  /** The response that it got; undefined as long as it has none. */
  get response(): Response | undefined {
    return this.#outcome?.response;
  }

  /** Rejects as the sending does. */
  async send(send: (init: RequestInit) => Promise<Response>): Promise<Response> {
    try {
      // A copy again: what is set from then on comes too late.
      const response = await around(this.#observers, () => send(nullProto<RequestInit>(this.#init)));
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
   * The attempt has come to this. A sending that goes on, since other callers or a plugin wait for it, ends when it does.
   *
   * @param isIts Whether that is the answer to what was sent here, or came of its failure.
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
    const end = (): void => this.#end(result ?? this.#own(signal.reason));
    if (signal.aborted) end();
    else this.#release = onAbort(signal, end);
  }

  #settle(outcome: Outcome): void {
    if (this.#isOver) return;
    this.#outcome = outcome;
    const { response } = outcome;
    if (response) for (const observer of this.#observers) safely(() => observer.response?.(response));
    if (this.#isAnswered) this.#end(this.#own());
  }

  #own(thrown?: unknown): Result<unknown> {
    return ownResult(this.#call, this.#outcome ?? { thrown }, this.#init.signal?.aborted === true);
  }

  #end(result: Result<unknown>): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#release?.();
    for (const observer of this.#observers) safely(() => observer.end?.({ ...result }));
  }
}

/** What one attempt of the core sends, and came to: a plugin around the wire may send several, also when it is over. */
interface Sendings {
  readonly all: AttemptWatch[];
  answer: Result<unknown> | undefined;
}

/** By the core's attempt. One for all calls: it costs more to make one than to keep it. */
const SENDINGS = /* @__PURE__ */ new WeakMap<object, Sendings>();

const sentCountOf = (attempt: object): Sendings => {
  const found = SENDINGS.get(attempt) ?? { all: [], answer: undefined };
  SENDINGS.set(attempt, found);
  return found;
};

let calls = 0;

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

  get urlTemplate(): string | undefined {
    return this.#facts.errorFacts.urlTemplate;
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
    this.#observers = given(observers, (observer) => observer.call(observed));
  }

  /** Whether an observer wants to see more of the call than that it began. */
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
    const sendings = sentCountOf(attempt);
    const { all } = sendings;
    sendings.answer = result;
    const its = all.find(({ response }) => response && response === result.response) ?? all.at(-1);
    for (const sending of all) sending.answered(result, sending === its);
  }

  note(note: CallNote): void {
    for (const observer of this.#observers) safely(() => observer.note?.(note));
  }

  end(result: Result<unknown>, stream?: Parameters<WatchedCall['end']>[1]): void {
    for (const observer of this.#observers)
      safely(() => observer.end?.({ ...result }, stream && nullProto<NonNullable<typeof stream>>(stream)));
  }

  #begin(attempt: object, url: string, init: RequestInit): AttemptWatch {
    this.#count += 1;
    const begun = new AttemptWatch(this.#count, this.#facts.request, this.#observers, url, init);
    const { all, answer } = sentCountOf(attempt);
    all.push(begun);
    if (answer) begun.answered(answer, false);
    return begun;
  }
}
