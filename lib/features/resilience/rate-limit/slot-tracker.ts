import type { MiddlewareContext, Result } from '../../../core/internal.js';
import type { Slot } from './limiter.js';

type Signal = AbortSignal | null | undefined;

/** A call that is between the beginning and the end of what stands inside of the plugin. */
interface Running {
  /** How many of its attempts run: a middleware outside may begin a second one before the first has ended. */
  attempts: number;
  readonly slots: Map<Slot, Signal>;
}

/**
 * Who holds which slot, and until when: a call until its attempt is over, or the stream that it brought; of a request that
 * several calls share the one who sends it holds the slot, and when that one leaves early, those who still wait.
 */
export class SlotTracker {
  readonly #running = new Map<MiddlewareContext, Running>();
  /** Slots of those who have left, for others, with what was asked for. */
  readonly #left = new Map<Slot, { readonly request: string; readonly signal: Signal }>();

  /** An attempt of a call begins. What an earlier one has brought is for nobody any more. */
  begin(ctx: MiddlewareContext): void {
    let running = this.#running.get(ctx);
    if (!running) {
      running = { attempts: 0, slots: new Map() };
      this.#running.set(ctx, running);
      ctx.onEnd(() => this.#over(ctx));
    }
    if (running.attempts === 0) for (const slot of running.slots.keys()) this.#endOf(running, slot);
    running.attempts += 1;
  }

  /** A middleware further in sends the call once more: what it was answered before must not keep it from its turn. */
  sendsAgain(ctx: MiddlewareContext): void {
    const running = this.#running.get(ctx);
    if (running?.attempts !== 1) return;
    for (const slot of running.slots.keys()) if (slot.isAnswered) this.#endOf(running, slot);
  }

  /** Whether an attempt of the call stands within another: the plugin is in its list twice, say. */
  isNested(ctx: MiddlewareContext): boolean {
    return (this.#running.get(ctx)?.attempts ?? 0) > 1;
  }

  /** The call holds a slot from now on. A call that is over already holds it until there is an answer. */
  add(ctx: MiddlewareContext, slot: Slot, signal: Signal): void {
    const running = this.#running.get(ctx);
    if (running) running.slots.set(slot, signal);
    else slot.endWithAnswer();
  }

  /** The slot whose request was answered with this response; undefined where this call holds none such. */
  slotOf(ctx: MiddlewareContext, response: Response | null): Slot | undefined {
    const slots = this.#running.get(ctx)?.slots.keys() ?? [];
    return [...slots].find((slot) => slot.brought(response));
  }

  /** An attempt has ended; without a Result when it threw. */
  end(ctx: MiddlewareContext, result: Result<unknown> | undefined): void {
    const running = this.#running.get(ctx);
    if (!running) return;
    running.attempts -= 1;
    for (const [slot, signal] of running.slots) {
      const isItsOwn = slot.brought(result?.response);
      const isOpen = isItsOwn && result?.error === null && ctx.request.streams;
      if (isItsOwn && !isOpen) this.#endOf(running, slot);
      else if (!isOpen && running.attempts === 0) this.#leave(ctx, running, slot, signal);
    }
    this.#askOthers(ctx, result);
  }

  /** Nothing of the call goes on. */
  #over(ctx: MiddlewareContext): void {
    const running = this.#running.get(ctx);
    if (!running) return;
    this.#running.delete(ctx);
    for (const [slot, signal] of running.slots) this.#leave(ctx, running, slot, signal);
    this.#askOthers(ctx, undefined);
  }

  #endOf(running: Running, slot: Slot): void {
    running.slots.delete(slot);
    slot.end();
  }

  #leave(ctx: MiddlewareContext, running: Running, slot: Slot, signal: Signal): void {
    running.slots.delete(slot);
    if (slot.isOver) return;
    // What ended every call that waited has ended the request.
    if (signal?.aborted) slot.end();
    else if (!ctx.request.streams && this.#isAwaited(requestOf(ctx)))
      this.#left.set(slot, { request: requestOf(ctx), signal });
    else slot.endWithAnswer();
  }

  /** A call has its answer, or has left: does another still wait for those whose sender has left? */
  #askOthers(ctx: MiddlewareContext, result: Result<unknown> | undefined): void {
    if (this.#left.size === 0) return;
    const isAnswered = ctx.request.joined && Boolean(result?.response);
    for (const [slot, { request, signal }] of this.#left) {
      const isTheirs = request === requestOf(ctx);
      if (signal?.aborted || (isTheirs && isAnswered)) slot.end();
      else if (isTheirs && !this.#isAwaited(request)) slot.endWithAnswer();
      else if (!slot.isOver) continue;
      this.#left.delete(slot);
    }
  }

  /** Whether a call runs that joined a request such as this one. */
  #isAwaited(request: string): boolean {
    for (const [ctx, { attempts }] of this.#running)
      if (attempts > 0 && ctx.request.joined && requestOf(ctx) === request) return true;
    return false;
  }
}

const requestOf = ({ request: { method, url } }: MiddlewareContext): string => `${method} ${url}`;
