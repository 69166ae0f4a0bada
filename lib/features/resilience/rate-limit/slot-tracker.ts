import type { MiddlewareContext, Result } from '../../../core/internal.js';
import type { Slot } from './limiter.js';

type OptionalSignal = AbortSignal | null | undefined;

/** A call that runs inside the plugin. */
interface Running {
  /** Number of running attempts: an outer middleware can start a second one before the first ends. */
  attempts: number;
  readonly slots: Map<Slot, OptionalSignal>;
}

/**
 * Tracks which call holds which slot. A call holds it until its attempt or its stream ends. For a shared request, the
 * sending call holds the slot; if it leaves early, the waiting calls keep it.
 */
export class SlotTracker {
  readonly #running = new Map<MiddlewareContext, Running>();
  /** Slots of calls that left while others wait, with the shared request. */
  readonly #left = new Map<Slot, { readonly request: string; readonly signal: OptionalSignal }>();

  /** Records the start of an attempt. Responses of earlier attempts are no longer needed. */
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

  /**
   * An inner middleware sends the request again: release the slot of the previous response, so that the call can't
   * block itself.
   */
  sendsAgain(ctx: MiddlewareContext): void {
    const running = this.#running.get(ctx);
    if (running?.attempts !== 1) return;
    for (const slot of running.slots.keys()) if (slot.isAnswered) this.#endOf(running, slot);
  }

  /** Whether an attempt of the call runs inside another, for example if the plugin is listed twice. */
  isNested(ctx: MiddlewareContext): boolean {
    return (this.#running.get(ctx)?.attempts ?? 0) > 1;
  }

  /** Assigns a slot to the call. If the call is already over, the slot is held until the response arrives. */
  add(ctx: MiddlewareContext, slot: Slot, signal: OptionalSignal): void {
    const running = this.#running.get(ctx);
    if (running) running.slots.set(slot, signal);
    else slot.endWithAnswer();
  }

  /** Returns the call's slot whose request got this response; undefined without one. */
  slotOf(ctx: MiddlewareContext, response: Response | null): Slot | undefined {
    const slots = this.#running.get(ctx)?.slots.keys() ?? [];
    return [...slots].find((slot) => slot.brought(response));
  }

  /** Records the end of an attempt, without a Result if it threw. */
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

  /** Releases everything when the call has ended. */
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

  #leave(ctx: MiddlewareContext, running: Running, slot: Slot, signal: OptionalSignal): void {
    running.slots.delete(slot);
    if (slot.isOver) return;
    // The signal that ended the last waiting call has also ended the request.
    if (signal?.aborted) slot.end();
    else if (!ctx.request.streams && this.#isAwaited(requestOf(ctx)))
      this.#left.set(slot, { request: requestOf(ctx), signal });
    else slot.endWithAnswer();
  }

  /** Checks, when a call ends, whether other calls still wait for requests whose senders have left. */
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

  /** Whether a running call has joined this request. */
  #isAwaited(request: string): boolean {
    for (const [ctx, { attempts }] of this.#running)
      if (attempts > 0 && ctx.request.joined && requestOf(ctx) === request) return true;
    return false;
  }
}

const requestOf = ({ request: { method, url } }: MiddlewareContext): string => `${method} ${url}`;
