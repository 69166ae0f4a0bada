import {
  type CallOptions,
  type EndpointFunction,
  paginate,
  poll,
  pollUntil,
  type Result,
} from '../../lib/index.js';
import { COPY_HEADERS } from './clients.js';
import { changeDeeply, TAMPERED } from './params.js';
import type { PlacePlan } from './place.js';
import type { CallPlan, EndpointPlan } from './plans.js';
import { copiedEcho, type Echo } from './recorded-fetch.js';
import type { AskPlan } from './scenario.js';
import { type Abortable, makeThrown } from './signals.js';
import { type Asker, userKeyOf } from './virtual-time.js';
import type { World } from './world.js';

/** One Result that a callback or a loop over pages received. */
interface Delivery {
  readonly at: number;
  readonly result: Result<unknown>;
  /** Whether the caller had already stopped. */
  readonly isLate: boolean;
  readonly echo: Echo | undefined;
  /** The data as a string, at its arrival. */
  readonly text: string;
}

/** One call of the caller's own polled function. */
export interface Asked {
  readonly at: number;
  readonly signal: AbortSignal | undefined;
  /** Other pending calls for the same poll. */
  readonly besides: number;
  settledAt?: number;
  /** Whether it failed. */
  failed?: boolean;
}

/** One poll or pagination of one caller. */
export interface Asking extends Asker {
  readonly call: CallPlan;
  readonly endpoint: EndpointPlan;
  readonly plan: AskPlan;
  readonly began: number;
  /** Whether the caller's signal was aborted at the start. */
  readonly aborted: boolean;
  /** Callers of the same group share one poll, if polls are shared. */
  readonly group: string;
  /** The params for its own function. */
  readonly question: string;
  readonly deliveries: Delivery[];
  readonly asked: Asked[];
  /** The number of calls of `until` or `next`. */
  questions: number;
  /** Whether `until` was called with an error, or too late. */
  oddQuestion: boolean;
  /** How often a promise settled. */
  ends: number;
  threw?: { readonly thrown: unknown };
  rejected?: { readonly thrown: unknown };
  /** The time at which it was stopped or ended. */
  endedAt?: number;
  /** Whether it left while other callers of the group continued. */
  isDone: boolean;
}

/** A number, a string, or an array of these. JSON represents these exactly. */
const isSimple = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isSimple) : /^(st|nu)/.test(typeof value);

/** Callers of one group have equal params and share a poll; undefined for a caller with its own poll. */
export const groupOf = (call: CallPlan, place: PlacePlan): string | undefined => {
  const { asks, params, middleware, skips, fetchOptions, timeout, headers, endpoint, copy } = call;
  if (place.is === 'a server' || !asks || asks.as === 'paginate') return undefined;
  if (middleware.length > 0 || skips) return undefined;
  if (!('fields' in params) || !Object.values(params.fields).every(isSimple)) return undefined;
  const asked = asks.byHand ? `by hand ${copy}` : COPY_HEADERS[copy];
  const { fields } = params;
  const entries = Object.entries(fields).sort();
  return JSON.stringify([endpoint, asked, String(timeout), headers, fetchOptions, entries]);
};

type Endpoint = EndpointFunction<unknown, unknown>;

type Polled = (params: unknown, options: CallOptions) => Promise<Result<unknown>>;

/** A caller's params, and its function. */
export interface AskingParts {
  readonly call: CallPlan;
  readonly plan: AskPlan;
  readonly endpoint: EndpointPlan;
  readonly ask: Endpoint;
  readonly params: unknown;
  readonly options: CallOptions;
  readonly signal: Abortable | undefined;
  readonly group: string;
  /** The polls and paginations of all callers so far. */
  readonly asks: readonly Asking[];
  /** The caller's own polled function, by the endpoint function that it replaces. */
  readonly byHand: WeakMap<Endpoint, Polled>;
  readonly world: World;
}

/** The params of a handwritten function, as a string. */
const questionOf = ({ call }: AskingParts, params: unknown, { headers, timeout }: CallOptions): string => {
  try {
    return JSON.stringify([call.endpoint, call.copy, params, headers, timeout]);
  } catch {
    return '';
  }
};

/** One caller of a poll or a pagination, and its Results. */
export class AskingRun {
  readonly asking: Asking;
  readonly #parts: AskingParts;
  /** The caller's own changes. */
  readonly #tampered = new Set<unknown>();
  #stop: () => void = () => {};

  constructor(parts: AskingParts) {
    const { call, plan, endpoint, group, signal, world } = parts;
    this.#parts = parts;
    const asking: Asking = {
      ...{ call, plan, endpoint, group },
      question: questionOf(parts, parts.params, parts.options),
      began: world.time.now,
      endsAt: Infinity,
      // Other callers of the group can continue with its requests.
      isOver: () => parts.asks.every((other) => other.group !== group || other.isDone),
      aborted: signal?.done ?? false,
      deliveries: [],
      asked: [],
      questions: 0,
      oddQuestion: false,
      ends: 0,
      isDone: false,
    };
    this.asking = asking;
  }

  start(): void {
    userKeyOf.run(this.asking, () => {
      try {
        if (this.#parts.plan.as === 'poll') this.#poll();
        else if (this.#parts.plan.as === 'pollUntil') this.#pollUntil();
        else void this.#walk();
      } catch (thrown) {
        this.asking.threw = { thrown };
        this.#end();
      }
    });
  }

  get #now(): number {
    return this.#parts.world.time.now;
  }

  get #options(): CallOptions {
    const { options, signal } = this.#parts;
    return signal ? { ...options, signal: signal.signal } : options;
  }

  /** The endpoint function, or a handwritten function that is the same for all callers of the endpoint. */
  get #asked(): Endpoint | Polled {
    const { ask, byHand, plan } = this.#parts;
    if (!plan.byHand) return ask;
    const known = byHand.get(ask) ?? ((params, options) => this.#askByHand(params, options));
    byHand.set(ask, known);
    return known;
  }

  async #askByHand(params: unknown, options: CallOptions): Promise<Result<unknown>> {
    // The function belongs to the first caller. After an abort, it belongs to another caller with the same params.
    const question = questionOf(this.#parts, params, options);
    const same = this.#parts.asks.filter((each) => each.question === question);
    const polling = (userKeyOf.current as Asking | undefined) ?? same.find(({ isDone }) => !isDone);
    const asking = polling ?? same[0] ?? this.asking;
    const isBeside = ({ settledAt, signal }: Asked): boolean => settledAt === undefined && !signal?.aborted;
    // If a caller changes its params, its poll continues for that caller only, and the runner of the poll is unknown.
    const mayMove = this.#parts.asks.some(({ call }) => call.changes !== undefined);
    const others = this.#parts.asks.filter(({ group }) => group === asking.group && !mayMove);
    const asked: Asked = {
      at: this.#now,
      signal: options.signal ?? undefined,
      besides: others.flatMap((other) => other.asked).filter(isBeside).length,
    };
    asking.asked.push(asked);
    const result = await this.#parts.ask(params, options);
    asked.settledAt = this.#now;
    asked.failed = result.error !== null;
    return result;
  }

  #poll(): void {
    const { plan, world, params } = this.#parts;
    const { every, maxEvery, inBackground, stopAt } = plan;
    const stop = poll(this.#asked, params, (result) => this.#hear(result), {
      ...this.#options,
      ...{ every, maxEvery, inBackground },
    });
    this.#stop = () => {
      stop();
      this.#end();
    };
    if (this.asking.deliveries.length >= plan.enough) this.#stop();
    world.time.after(Math.max(stopAt - this.#now, 0), this.#stop);
  }

  #pollUntil(): void {
    const { plan, params, world, signal } = this.#parts;
    const { every, maxEvery, inBackground, giveUpAfter } = plan;
    const controller = new AbortController();
    const options = signal ? this.#options : { ...this.#options, signal: controller.signal };
    if (!signal?.done)
      world.time.after(Math.max(plan.stopAt - this.#now, 0), () => (signal ?? controller).abort());
    this.#settles(
      pollUntil(this.#asked, params, {
        ...options,
        ...{ every, maxEvery, inBackground, giveUpAfter },
        until: (result) => this.#isAwaited(result) as boolean,
      }).then((result) => this.#note(result)),
    );
  }

  async #walk(): Promise<void> {
    const { plan, params } = this.#parts;
    const pages = paginate(this.#asked, params, {
      ...this.#options,
      maxPages: 6,
      next: async (result, before) => {
        if (await this.#isAwaited(result)) return null;
        return { ...(before as object), page: this.asking.questions };
      },
    });
    const walk = async (): Promise<void> => {
      for await (const result of pages) {
        this.#note(result);
        if (this.#now >= plan.stopAt) return;
      }
    };
    this.#settles(walk());
  }

  #settles(work: Promise<unknown>): void {
    work.then(
      () => this.#settled(),
      (thrown: unknown) => {
        this.asking.rejected = { thrown };
        this.#settled();
      },
    );
  }

  #settled(): void {
    this.asking.ends += 1;
    this.#end();
  }

  #end(): void {
    this.asking.endedAt ??= this.#now;
    this.asking.isDone = true;
  }

  #hear(result: Result<unknown>): unknown {
    const { plan } = this.#parts;
    this.#note(result);
    if (this.asking.deliveries.length >= plan.enough) this.#stop();
    return this.#misbehave(result);
  }

  /** The return value of `until` or `next`, if any. */
  #isAwaited(result: Result<unknown>): unknown {
    const { asking } = this;
    asking.questions += 1;
    asking.oddQuestion ||= result.error !== null || asking.isDone;
    const outcome = asking.questions >= this.#parts.plan.enough;
    return this.#misbehave(result) ?? outcome;
  }

  #misbehave(result: Result<unknown>): unknown {
    const { plan, call } = this.#parts;
    const thrown = call.middleware[0]?.thrown ?? { value: 'thrown' };
    if (plan.callback === 'throws') throw makeThrown(thrown);
    if (plan.callback === 'rejects') return Promise.reject(makeThrown(thrown));
    if (plan.callback === 'changes the data') {
      this.#tampered.add(result.data);
      changeDeeply(result.data, TAMPERED);
    }
    return undefined;
  }

  #note(result: Result<unknown>): void {
    const { asking } = this;
    asking.deliveries.push({
      at: this.#now,
      result,
      isLate: asking.isDone,
      echo: this.#tampered.has(result.data) ? undefined : copiedEcho(result),
      text: JSON.stringify(result.data) ?? '',
    });
  }
}

/** Whether another caller changed this caller's data. */
export const isChanged = ({ text }: { readonly text: string }): boolean => text.includes(TAMPERED);
