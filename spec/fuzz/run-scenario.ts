import type { ApiError, CallOptions, EndpointFunction, Result } from '../../lib/index.js';
import { makeClients, optionsOf } from './clients.js';
import { changeDeeply, makeParams } from './params.js';
import { Place } from './place.js';
import { type CallPlan, deadlineOf, type EndpointPlan, type Scenario } from './plans.js';
import { copiedEcho, RecordedFetch } from './recorded-fetch.js';
import type { Leftovers, Report, Run } from './report.js';
import { type Asking, type AskingParts, AskingRun, groupOf } from './run-asking.js';
import type { AskPlan } from './scenario.js';
import { type Abortable, makeSignal, makeThrown } from './signals.js';
import { settle, VirtualTime, userKeyOf } from './virtual-time.js';
import { type LateNext, makeConsole, makeWorld, type World } from './world.js';

/** The data of a run before it starts. */
interface CallParts {
  readonly call: CallPlan;
  readonly endpoint: EndpointPlan;
  readonly signal: Abortable | undefined;
  /** In milliseconds; 0 for none. */
  readonly deadline: number;
  readonly now: () => number;
  readonly requests: () => number;
  /** Called with each Result, before the call runs again. */
  readonly onResult: (result: Result<unknown>) => void;
  /** Called before `result.retry()`. */
  readonly beforeRetry: () => void;
}

/** Runs a call and its planned retries. Returns their results. */
const runCall = (runs: Run[], parts: CallParts, retries: number, start: () => Promise<unknown>): void => {
  const { call, endpoint, signal, deadline, now } = parts;
  const run: Run = {
    call,
    endpoint,
    began: now(),
    endsAt: deadline > 0 ? now() + deadline : Infinity,
    isOver: () => signal?.done ?? false,
    firstSent: parts.requests(),
    aborted: signal?.done ?? false,
  };
  runs.push(run);
  const end = (): void => {
    run.settledAt = now();
  };
  const comeHome = (result: Result<unknown>): void => {
    end();
    run.result = result;
    run.echo = copiedEcho(result);
    parts.onResult(result);
    if (retries === 0 || typeof result.retry !== 'function') return;
    parts.beforeRetry();
    runCall(runs, parts, retries - 1, result.retry);
  };
  try {
    userKeyOf.run(run, start).then(comeHome as (result: unknown) => void, (thrown: unknown) => {
      end();
      run.rejected = { thrown };
    });
  } catch (thrown) {
    end();
    Object.assign(run, { threw: { thrown } });
  }
};

/** The number of macrotasks without a timer after which a call counts as hung. */
const PATIENCE = 25;

/** The number of timers after which a scenario counts as endless: a timer remains, or a call doesn't end. */
const ENOUGH = 500;

/** Starts a call, a poll or a pagination. */
interface Beginning {
  readonly call: CallPlan;
  readonly endpoint: EndpointPlan;
  readonly signal: Abortable | undefined;
  readonly ask: EndpointFunction<unknown, unknown>;
  readonly params: unknown;
  readonly options: CallOptions;
}

/** Runs one scenario, from its clients to the remaining resources. */
class ScenarioRun {
  readonly #scenario: Scenario;
  readonly #reach: (name: string) => void;
  readonly #time = new VirtualTime();
  readonly #world: World;
  readonly #runs: Run[] = [];
  readonly #requests: RecordedFetch;
  readonly #reported: ApiError[] = [];
  readonly #installed: Abortable[] = [];
  readonly #asks: Asking[] = [];
  readonly #byHand: AskingParts['byHand'] = new WeakMap();
  readonly #others: Result<unknown>[] = [];
  readonly #ages: number[] = [];
  readonly #thrown: unknown[] = [];
  readonly #place: Place;
  readonly #nexts: LateNext[] = [];
  readonly #callers: readonly (Abortable | undefined)[];
  #toStart: number;
  #mostListeners = 0;

  constructor(scenario: Scenario, reach: (name: string) => void) {
    this.#scenario = scenario;
    this.#reach = reach;
    this.#toStart = scenario.calls.length;
    const noteThrown = (thrown: unknown): void => void this.#thrown.push(thrown);
    this.#place = new Place(scenario.place);
    const callers = scenario.calls.map(({ signal }) => signal && makeSignal(signal.reason, noteThrown));
    this.#callers = scenario.oneSignal ? callers.map(() => callers[0]) : callers;
    this.#requests = new RecordedFetch(scenario, this.#time, reach, () => this.#duringFetch());
    this.#world = makeWorld(this.#time, scenario.thrown, {
      reach,
      noteThrown,
      others: this.#others,
      noteAge: (ms) => this.#ages.push(ms),
      watchSignal: (signal) => this.#installed.push(signal),
      noteNext: (next) => this.#nexts.push(next),
    });
  }

  async report(rejections: () => readonly unknown[]): Promise<Report> {
    const restore = this.#time.install({ console: makeConsole(this.#reach), fetch: this.#requests.fetch });
    this.#place.enter(() => this.#reach('a callback that throws, reported in a browser'));
    try {
      this.#start();
      await this.#advanceUntil(() => this.#allSettled);
      await settle();
      const atEnd = this.#leftovers();
      await this.#advanceUntil(() => false);
      return {
        scenario: this.#scenario,
        runs: this.#runs,
        sent: this.#requests.sent,
        reported: this.#reported,
        asks: this.#asks,
        callers: this.#callers,
        ages: this.#ages,
        mostListeners: this.#mostListeners,
        installed: this.#installed,
        nexts: this.#nexts,
        atEnd,
        afterwards: this.#leftovers(),
        uncaught: [...this.#time.uncaught, ...this.#thrown, ...rejections()],
      };
    } finally {
      this.#place.leave();
      restore();
    }
  }

  get #allSettled(): boolean {
    const isSettled = this.#runs.every(({ settledAt }) => settledAt !== undefined);
    return this.#toStart === 0 && isSettled && this.#asks.every(({ isDone }) => isDone);
  }

  #start(): void {
    const { calls, client, jumps, place } = this.#scenario;
    for (const { at, by } of jumps) this.#time.after(at, () => this.#time.jump(by));
    for (const at of place.turns) this.#time.after(at, () => this.#place.turn());
    const clients = makeClients(this.#scenario, this.#world, {
      fetch: client.globalFetch ? undefined : this.#requests.fetch,
      log: client.log,
      onError: client.onError === 'none' ? undefined : this.#onError,
    });
    calls.forEach((call, at) => {
      const { abortAt } = call.signal ?? { abortAt: null };
      const abort = (): void => this.#callers[at]?.abort();
      if (abortAt === -1) abort();
      const begin = (): void => {
        this.#toStart -= 1;
        this.#begin(call, at, clients[call.copy]![`e${call.endpoint}`]!);
      };
      if (call.startAt > 0) this.#time.after(call.startAt, begin);
      else begin();
      if (abortAt !== null && abortAt >= 0) this.#time.after(abortAt, abort);
    });
  }

  #begin(call: CallPlan, at: number, ask: EndpointFunction<unknown, unknown>): void {
    const signal = this.#callers[at];
    const endpoint = this.#scenario.endpoints[call.endpoint]!;
    const options: CallOptions = optionsOf(call, this.#world);
    if (call.skips) Object.assign(options, { skipMiddleware: [this.#world.cache, this.#world.retry] });
    const params = makeParams(call.params);
    const change = (): void => changeDeeply(params);
    if (typeof call.changes === 'number') this.#time.after(call.changes, change);
    const parts = { call, endpoint, signal };
    if (call.asks) this.#ask({ ...parts, plan: call.asks, ask, params, options, at });
    else this.#call({ ...parts, ask, params, options, change });
    this.#countListeners();
    if (call.changes === 'at once') change();
  }

  #call({ ask, params, options, change, ...parts }: Beginning & { readonly change: () => void }): void {
    const { call, endpoint, signal } = parts;
    const all = { ...options, signal: signal?.signal };
    const isPlain = Object.values(all).every(
      (value) => value === undefined || (Array.isArray(value) && value.length === 0),
    );
    const more = {
      deadline: deadlineOf(this.#scenario.client, endpoint, call),
      now: () => this.#time.now,
      requests: () => this.#requests.sent.length,
      onResult: (result: Result<unknown>) => this.#others.push(result),
      beforeRetry: () => call.changes === 'before the retry' && change(),
    };
    runCall(this.#runs, { ...parts, ...more }, call.retries, () =>
      isPlain ? ask(params) : ask(params, all),
    );
  }

  #ask({ at, ...parts }: Beginning & { readonly plan: AskPlan; readonly at: number }): void {
    const { middleware, ...options } = parts.options;
    const run = new AskingRun({
      ...parts,
      // With an array of middleware, even an empty one, a poll is never shared.
      options: middleware?.length ? parts.options : options,
      group: groupOf(parts.call, this.#scenario.place) ?? `its own ${at}`,
      asks: this.#asks,
      byHand: this.#byHand,
      world: this.#world,
    });
    this.#asks.push(run.asking);
    run.start();
  }

  readonly #onError = (error: ApiError): unknown => {
    const { client, thrown } = this.#scenario;
    this.#reported.push(error);
    if (client.onError === 'throws') throw makeThrown(thrown);
    if (client.onError === 'rejects') return Promise.reject(makeThrown(thrown));
    return client.onError === 'hangs' ? new Promise(() => {}) : undefined;
  };

  #duringFetch(): void {
    this.#countListeners();
    this.#scenario.calls.forEach(({ signal }, at) => {
      if (signal?.inFetch) this.#callers[at]!.abort();
    });
  }

  #countListeners(): void {
    for (const caller of this.#callers)
      if (caller) this.#mostListeners = Math.max(this.#mostListeners, caller.listeners());
  }

  async #advanceUntil(done: () => boolean): Promise<void> {
    for (let turns = 0, moves = 0; !done(); turns += 1, moves += 1) {
      await settle();
      if (done() || moves > ENOUGH) return;
      if (this.#time.next()) turns = 0;
      else if (turns > PATIENCE || this.#allSettled) return;
    }
  }

  #leftovers(): Leftovers {
    const signals = [...new Set([...this.#callers, ...this.#installed])];
    return {
      timers: this.#time.foreignTimers,
      listeners: signals.reduce((sum, signal) => sum + (signal?.listeners() ?? 0), 0),
      onTab: this.#place.listeners,
      sent: this.#requests.sent.length,
      reported: this.#reported.length,
      inFlight: this.#requests.inFlight,
    };
  }
}

/** @param rejections Returns and clears the unhandled rejections so far. */
export const runScenario = (
  scenario: Scenario,
  reach: (name: string) => void,
  rejections: () => readonly unknown[] = () => [],
): Promise<Report> => new ScenarioRun(scenario, reach).report(rejections);
