import { getEventListeners } from 'node:events';
import type { ApiError, EndpointFunction } from '../../lib/index.js';
import { makeClients, optionsOf } from './clients.js';
import { makeConsole, makeWorld } from './make-world.js';
import { makeParams } from './params.js';
import { RecordedFetch } from './recorded-fetch.js';
import type { Leftovers, Report, Run } from './report.js';
import type { CallPlan, Scenario } from './plans.js';
import { type Abortable, makeSignal } from './signals.js';
import { makeThrown } from './thrown.js';
import { settle, VirtualTime } from './virtual-time.js';
import type { LateNext, World } from './world.js';

/** Macrotasks that a call may take without any timer before it counts as hanging. */
const PATIENCE = 25;

const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

/** One scenario, from its clients to what is left of it. */
class ScenarioRun {
  readonly #scenario: Scenario;
  readonly #reach: (name: string) => void;
  readonly #time = new VirtualTime();
  readonly #world: World;
  readonly #runs: Run[] = [];
  readonly #requests: RecordedFetch;
  readonly #reported: ApiError[] = [];
  readonly #installed: AbortSignal[] = [];
  readonly #nexts: LateNext[] = [];
  readonly #callers: readonly (Abortable | undefined)[];
  #toStart: number;
  #mostListeners = 0;

  constructor(scenario: Scenario, reach: (name: string) => void) {
    this.#scenario = scenario;
    this.#reach = reach;
    this.#toStart = scenario.calls.length;
    this.#callers = scenario.calls.map(({ signal }) => signal && makeSignal(signal));
    this.#requests = new RecordedFetch(scenario, this.#time, reach, () => this.#duringFetch());
    this.#world = makeWorld(this.#time, scenario.thrown, {
      reach,
      watchSignal: (signal) => this.#installed.push(signal),
      noteNext: (next) => this.#nexts.push(next),
    });
  }

  async report(rejections: () => readonly unknown[]): Promise<Report> {
    const restore = this.#time.install({ console: makeConsole(this.#reach), fetch: this.#requests.fetch });
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
        callers: this.#callers,
        mostListeners: this.#mostListeners,
        installed: this.#installed,
        nexts: this.#nexts,
        atEnd,
        afterwards: this.#leftovers(),
        uncaught: [...this.#time.uncaught, ...rejections()],
      };
    } finally {
      restore();
    }
  }

  get #allSettled(): boolean {
    return this.#toStart === 0 && this.#runs.every(({ settledAt }) => settledAt !== undefined);
  }

  #start(): void {
    const { calls, client } = this.#scenario;
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

  #begin(call: CallPlan, at: number, endpoint: EndpointFunction<unknown, unknown>): void {
    const signal = this.#callers[at]?.signal;
    const options = { ...optionsOf(call, this.#world), signal };
    const { cache, retry } = this.#world;
    if (call.skips) Object.assign(options, { skipMiddleware: [cache, retry] });
    const isPlain = Object.values(options).every(
      (value) => value === undefined || (Array.isArray(value) && value.length === 0),
    );
    this.#follow(call, at, call.retries, () =>
      isPlain ? endpoint(makeParams(call.params)) : endpoint(makeParams(call.params), options),
    );
  }

  #follow(call: CallPlan, at: number, retries: number, start: () => Promise<unknown>): void {
    const signal = this.#callers[at]?.signal;
    const run: Run = {
      call,
      endpoint: this.#scenario.endpoints[call.endpoint]!,
      began: this.#time.now,
      firstSent: this.#requests.sent.length,
      aborted: signal?.aborted ?? false,
    };
    this.#runs.push(run);
    const end = (): void => {
      run.settledAt = this.#time.now;
    };
    try {
      const promise = start() as Promise<Run['result'] & {}>;
      this.#countListeners();
      promise.then(
        (result) => {
          end();
          run.result = result;
          if (retries > 0 && typeof (result as Partial<Run['result']> | undefined)?.retry === 'function')
            this.#follow(call, at, retries - 1, () => result.retry());
        },
        (thrown: unknown) => {
          end();
          run.rejected = { thrown };
        },
      );
    } catch (thrown) {
      end();
      Object.assign(run, { threw: { thrown } });
    }
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
      if (caller) this.#mostListeners = Math.max(this.#mostListeners, listenersOf(caller.signal));
  }

  async #advanceUntil(done: () => boolean): Promise<void> {
    for (let turns = 0; !done(); turns += 1) {
      await settle();
      if (done()) return;
      if (this.#time.next()) turns = 0;
      else if (turns > PATIENCE || this.#allSettled) return;
    }
  }

  #leftovers(): Leftovers {
    const signals = [...this.#callers.map((caller) => caller?.signal), ...this.#installed];
    return {
      timers: this.#time.foreignTimers,
      listeners: signals.reduce((sum, signal) => sum + (signal ? listenersOf(signal) : 0), 0),
      sent: this.#requests.sent.length,
      reported: this.#reported.length,
      inFlight: this.#requests.inFlight,
    };
  }
}

/** @param rejections Gives, and forgets, the unhandled rejections so far. */
export const runScenario = (
  scenario: Scenario,
  reach: (name: string) => void,
  rejections: () => readonly unknown[] = () => [],
): Promise<Report> => new ScenarioRun(scenario, reach).report(rejections);
