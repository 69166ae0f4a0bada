import {
  ApiError,
  isDeadline,
  nullProto,
  type CallNote,
  onAbort,
  readHeaders,
  type Result,
  type ObserverHost,
  type SendRequest,
} from '../../core/internal.js';
import type {
  AttemptObserver,
  CallObserver,
  ObservedAttempt,
  ObservedCall,
  ObservedRequest,
  Observer,
} from './observer.js';

type StartedCall = Parameters<ObserverHost['begin']>[0];

type CallWatcher = NonNullable<ReturnType<ObserverHost['begin']>>;

/** Runs a hook; undefined if it throws. Also handles the rejection of an async hook, which would end the process. */
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

/** Calls a hook of each observer and returns the results. Observers that return nothing or throw are left out. */
const given = <T, TSeen>(observers: readonly T[], hook: (observer: T) => TSeen): NonNullable<TSeen>[] =>
  observers.map((observer) => safely(() => hook(observer))).filter((seen) => seen != null);

/** Wraps a function so that it runs at the first call. Each further call returns or throws the same. */
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
 * Runs a function inside the `around` hooks, the first outermost. The function and each hook run exactly once, whatever
 * the hooks do. Returns or throws what the function does.
 */
const around = <T>(wrappers: readonly Pick<CallObserver, 'around'>[], run: () => T): T =>
  wrappers.reduceRight<() => T>((inner, wrapper) => {
    const running = once(inner);
    return () => {
      safely(() => wrapper.around?.(running));
      return running();
    };
  }, run)();

/** Outcome of an attempt. */
type AttemptOutcome =
  | { readonly response: Response; readonly thrown?: undefined }
  | { readonly response?: undefined; readonly thrown: unknown };

/** Builds a Result for an attempt that didn't determine the Result of the call. Its body wasn't read. */
function ownResult(
  call: ObservedRequest,
  { response, thrown }: AttemptOutcome,
  signal: AbortSignal | null | undefined,
): Result<unknown> {
  const facts = { request: call, path: call.path };
  let error: ApiError | null = null;
  if (!response) {
    const kind = !signal?.aborted ? 'network' : isDeadline(signal.reason) ? 'timeout' : 'abort';
    error = new ApiError({ ...facts, kind, body: thrown, cause: thrown });
  } else if (!response.ok) {
    const { status, statusText, headers } = response;
    error = new ApiError({ ...facts, kind: 'http', body: null, status, statusText, headers });
  }
  // There is no single attempt to repeat: the caller's `retry()` repeats the call.
  const retry = (): Promise<Result<unknown>> => Promise.resolve(result);
  const data = error ? null : undefined;
  const result = { data, error, response: response ?? null, retry } as Result<unknown>;
  return result;
}

/** The request of an attempt, with its own headers that an observer can add to. */
const sentRequest = (url: string, init: RequestInit): ObservedAttempt['request'] => ({
  method: init.method ?? 'GET',
  url,
  body: init.body ?? null,
  getHeader: (name) => new Headers(init.headers).get(name) ?? undefined,
  headerRecord: () => Object.fromEntries(new Headers(init.headers)),
  setHeader: (name, value) => {
    init.headers = nullProto(readHeaders(init.headers ?? {}), readHeaders({ [name]: value }));
  },
});

/** An attempt of an observed call, or its wait for the request of another call, with its observers. */
class AttemptWatch {
  readonly #call: ObservedRequest;
  readonly #observers: readonly AttemptObserver[];
  /** A copy: a header that is set for one attempt must not be sent with another. */
  readonly #init: RequestInit;
  #outcome: AttemptOutcome | undefined;
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

  /** Response of the attempt; undefined without one. */
  get response(): Response | undefined {
    return this.#outcome?.response;
  }

  /** Sends the request. Rejects if sending rejects. */
  async send(send: (init: RequestInit) => Promise<Response>): Promise<Response> {
    try {
      // Copy again: a header that is set later has no effect.
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
   * Reports the outcome of the attempt. If other callers or a plugin still wait for its request, the attempt ends when
   * the request does.
   *
   * @param isIts Whether the Result comes from this request or its failure.
   */
  answered(result: Result<unknown>, isIts: boolean): void {
    this.#isAnswered = true;
    if (this.#isJoined) this.#end(result);
    else if (this.#outcome) this.#end(isIts && (this.response ?? result.error) ? result : this.#own());
    else this.#endWithSignal(isIts && result.error ? result : undefined);
  }

  /** Ends the attempt when its signal aborts: `fetch` might ignore the signal. */
  #endWithSignal(result: Result<unknown> | undefined): void {
    const { signal } = this.#init;
    if (!signal) return;
    const end = (): void => this.#end(result ?? this.#own(signal.reason));
    if (signal.aborted) end();
    else this.#release = onAbort(signal, end);
  }

  #settle(outcome: AttemptOutcome): void {
    if (this.#isOver) return;
    this.#outcome = outcome;
    const { response } = outcome;
    if (response) for (const observer of this.#observers) safely(() => observer.response?.(response));
    if (this.#isAnswered) this.#end(this.#own());
  }

  #own(thrown?: unknown): Result<unknown> {
    return ownResult(this.#call, this.#outcome ?? { thrown }, this.#init.signal);
  }

  #end(result: Result<unknown>): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#release?.();
    for (const observer of this.#observers) safely(() => observer.end?.({ ...result }));
  }
}

/**
 * The requests of one attempt in the core. A plugin that wraps `fetch` can send several, even after the attempt has
 * ended.
 */
interface Sendings {
  readonly all: AttemptWatch[];
  answer: Result<unknown> | undefined;
}

/** One WeakMap for all calls: creating one costs more than keeping it. */
const SENDINGS = /* @__PURE__ */ new WeakMap<object, Sendings>();

const sentCountOf = (attempt: object): Sendings => {
  const found = SENDINGS.get(attempt) ?? { all: [], answer: undefined };
  SENDINGS.set(attempt, found);
  return found;
};

let calls = 0;

/** An observed call, whose facts can change while it runs. */
class CallView implements ObservedCall {
  readonly id: number;
  readonly client: string | undefined;
  readonly name: string;
  readonly origin: ObservedCall['origin'];
  readonly request: ObservedCall['request'];
  readonly context: ObservedCall['context'];
  readonly #facts: StartedCall;

  constructor(id: number, client: string | undefined, facts: StartedCall) {
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

/** An observed call with its observers. Their hooks can't affect the call. */
export class CallWatch implements CallWatcher {
  readonly id: number;
  readonly #facts: StartedCall;
  readonly #observers: readonly CallObserver[];
  #count = 0;

  /** Reports the start of the call. */
  constructor(facts: StartedCall, client: string | undefined, observers: readonly Observer[]) {
    calls += 1;
    this.id = calls;
    this.#facts = facts;
    const observed = new CallView(calls, client, facts);
    this.#observers = given(observers, (observer) => observer.call(observed));
  }

  /** Whether an observer wants to see more of the call than its start. */
  get isSeen(): boolean {
    return this.#observers.length > 0;
  }

  around<T>(run: () => T): T {
    return around(this.#observers, run);
  }

  async send(attempt: object, url: string, init: RequestInit, send: SendRequest): Promise<Response> {
    return this.#begin(attempt, url, init).send((own) => send(url, own));
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

  end(result: Result<unknown>, stream?: Parameters<CallWatcher['end']>[1]): void {
    for (const observer of this.#observers)
      safely(() => observer.end?.({ ...result }, stream && { ...stream }));
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
