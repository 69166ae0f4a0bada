import { nextTurn } from '../platform/clock.js';
import { type Interruption, interruptionBy } from '../platform/abort.js';
import { ownWords } from '../platform/own-errors.js';
import { type CallNames, type Facts, thrownAs } from '../result/api-error.js';
import { asResult, describeResult, type ErrorResult, type Result } from '../result/result.js';
import { oneLine, programWords, thrownChain } from '../result/words.js';
import type { Middleware, MiddlewareContext, MiddlewareNext } from './context.js';

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a hook that returns nothing is the usual one
type Answer = Result<unknown> | undefined | void;

/** What a list of middleware may hold. */
export type MiddlewareEntry = Middleware | Plugin;

/** Sends a request on towards the network. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/**
 * A middleware as a class, accepted wherever a middleware is. A subclass overrides `onRequest` and `onResult`, or
 * `handle` for full control.
 */
export abstract class Plugin {
  /** For messages. Default: the class's name. */
  readonly name: string = this.constructor.name;

  /**
   * Stands around the wire, where a subclass has it: runs each time that a request is about to be sent, after all
   * middleware, and once for all callers that share the request; `ctx` is the one's who sends. Several stand in the
   * order of the list, but for `exchangesLast`. What it throws counts as if fetch threw.
   *
   * @param send May be called any number of times; also when the call has settled, with a signal of the plugin's own.
   * @returns The response: what `send` gave, or another.
   */
  exchange?(ctx: MiddlewareContext, url: string, init: RequestInit, send: Send): Promise<Response>;

  /**
   * Whether `exchange` stands inside of those of all plugins that don't say so, wherever its plugin stands in the list:
   * nearest to the network, where no queue comes after it. Several that say so stand in the order of the list. Default
   * false.
   */
  declare readonly exchangesLast?: boolean;

  /**
   * What a poll that begins now belongs to, where that changes with time: whose it is, say. Only polls of equal scopes
   * are shared. Asked once for each poll, of the plugins of the client, its copy and the endpoint.
   *
   * @param series What `ctx.series` of its calls will be.
   * @returns A text. What it throws is as if there were none.
   */
  scope?(series: object): string;

  /** Stands around the rest of the chain, as a middleware does. */
  async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    await this.onRequest(ctx);
    const result = await next();
    return (await this.onResult(result, ctx)) ?? result;
  }

  /** Before the request; may change it. What it throws ends the call with a `'middleware'` error. */
  protected onRequest(_ctx: MiddlewareContext): void | Promise<void> {
    // For subclasses.
  }

  /** After the Result came back; may return one to take its place. */
  protected onResult(_result: Result<unknown>, _ctx: MiddlewareContext): Answer | Promise<Answer> {
    // For subclasses.
  }
}

/** A plugin that stands around the wire. */
export type ExchangePlugin = Plugin & Required<Pick<Plugin, 'exchange'>>;

/** A call on its way through the pipeline. */
export interface PipelinedCall extends MiddlewareContext {
  readonly retry: () => Promise<Result<unknown>>;
  readonly errorFacts: CallNames;
  /** Runs a part of the call under its signal and deadline. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** What the caller got when the chain was stuck. */
  readonly delivered: Result<unknown> | undefined;
  /** What ended the call, or parts of it, newest last. */
  readonly endings: readonly Interruption[];
  /** How often `next()` was called for a request that may not be sent any more. */
  refusals: number;
  fail(facts: Facts): ErrorResult<unknown>;
}

/**
 * Waits, but for the first time, until everything else had its turn. For a `next()` that can't send any more: a
 * middleware that tries until it succeeds would otherwise never let go of the process.
 */
export async function giveWay(call: { refusals: number }): Promise<void> {
  call.refusals += 1;
  if (call.refusals > 1) await nextTurn();
}

/** What a middleware threw last, and which of them: what passes through the outer ones was thrown by the inner one. */
interface Threw {
  thrown: unknown;
  at: number;
}

/** A list of middleware, put together once for an endpoint, and for a call that brings its own. */
export class MiddlewarePipeline {
  readonly entries: readonly MiddlewareEntry[];
  /** Those that stand around the wire, too, from the outside in. */
  readonly exchanges: readonly ExchangePlugin[];

  constructor(entries: readonly MiddlewareEntry[]) {
    this.entries = entries;
    const isLast = ({ exchangesLast = false }: ExchangePlugin): number => Number(exchangesLast);
    this.exchanges = entries
      .filter((entry): entry is ExchangePlugin =>
        Boolean((entry as Partial<ExchangePlugin> | null)?.exchange),
      )
      .sort((a, b) => isLast(a) - isLast(b));
  }

  /**
   * Runs the list from the outside in, then what stands inside of it. What one throws passes through the outer ones as
   * the rejection of their `next()`; the kind of the error is decided once, here.
   */
  async run(call: PipelinedCall, inside: MiddlewareNext): Promise<Result<unknown>> {
    const threw: Threw = { thrown: undefined, at: -1 };
    try {
      return await this.#runFrom(0, call, inside, threw);
    } catch (thrown) {
      const { signal } = call.request;
      // What ended the call, or a part of it, when that is what a middleware threw again.
      const endings = signal?.aborted ? [...call.endings, interruptionBy(signal)] : call.endings;
      const chain = thrownChain(thrown).map(({ value }) => value);
      const known = endings.find(({ reason }) => reason === thrown || chain.includes(reason));
      return call.fail(known ? thrownAs(known.kind, known.reason) : this.#failure(thrown, threw));
    }
  }

  async #runFrom(
    at: number,
    call: PipelinedCall,
    inside: MiddlewareNext,
    threw: Threw,
  ): Promise<Result<unknown>> {
    if (call.delivered) {
      await giveWay(call);
      return call.delivered;
    }
    if (at === this.entries.length) return inside();
    const entry = this.entries[at];
    const next = (): Promise<Result<unknown>> => {
      const rest = call.hold(() => this.#runFrom(at + 1, call, inside, threw));
      // A middleware need not wait for it, and what nobody waits for must not end the process.
      rest.catch(() => undefined);
      return rest;
    };
    try {
      const answer: unknown = await (typeof entry === 'function'
        ? entry(call, next)
        : entry?.handle(call, next));
      const result = asResult(answer, call);
      if (result) return result;
      throw ownWords(
        new TypeError(
          `The middleware "${entry?.name || 'anonymous'}" returned ${describeResult(answer)}: return the Result that next() gave, or one of its own.`,
        ),
      );
    } catch (thrown) {
      if (threw.at < 0 || !Object.is(threw.thrown, thrown)) Object.assign(threw, { thrown, at });
      throw thrown;
    }
  }

  /** What a middleware threw, told with its name; one without a name by its place. */
  #failure(thrown: unknown, { at }: Threw): Facts {
    const name = oneLine((this.entries[at] as Partial<Plugin> | null)?.name).slice(0, 100);
    const which = name
      ? `the middleware ${JSON.stringify(name)}`
      : `a middleware without a name, ${String(at + 1)} of ${String(this.entries.length)}`;
    return { ...thrownAs('middleware', thrown), reason: `failed in ${which}: ${programWords(thrown)}` };
  }
}
