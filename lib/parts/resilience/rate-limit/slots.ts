import { abortBy, type MiddlewareContext, onAbort, type Result } from '../../../core/seats.js';
import type { NotSentError } from '../not-sent.js';
import type { Ticket } from './quota.js';

/** The gate that a slot is of. */
interface SlotOwner {
  answered(slot: Slot, response: Pick<Response, 'status' | 'headers'>): void;
  refused(slot: Slot): void;
  left(slot: Slot): void;
}

/** A request's place among those that may be inside at once. */
export class Slot {
  readonly ticket: Ticket;
  readonly #gate: SlotOwner;
  #response: Response | undefined;
  #isFromElsewhere = false;
  #isOver = false;
  #endsWithAnswer = false;

  constructor(gate: SlotOwner, ticket: Ticket) {
    this.#gate = gate;
    this.ticket = ticket;
  }

  get isAnswered(): boolean {
    return this.#response !== undefined;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether it is this response that its request was answered with. */
  brought(response: Response | null | undefined): boolean {
    return response != null && this.#response === response;
  }

  /** @param isFromElsewhere Whether another service has answered than the one that was asked: what it says is about that. */
  answered(response: Response, isFromElsewhere: boolean): void {
    if (this.#isOver) return;
    this.#response = response;
    this.#isFromElsewhere = isFromElsewhere;
    this.#gate.answered(this, isFromElsewhere ? { status: 302, headers: new Headers() } : response);
    if (this.#endsWithAnswer) this.end();
  }

  /** The body of the answer says that there were too many requests. */
  refused(): void {
    if (!this.#isFromElsewhere) this.#gate.refused(this);
  }

  /** Gives it back. Twice does nothing. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#gate.left(this);
  }

  /** Gives it back as soon as the request is answered, which nobody waits for. */
  endWithAnswer(): void {
    if (this.isAnswered) this.end();
    else this.#endsWithAnswer = true;
  }
}

/** A place in a queue. */
interface Place<T> {
  readonly item: T;
  before: Place<T> | undefined;
  after: Place<T> | undefined;
}

/** First in, first out; whoever stands in it may leave it from the middle, at no more cost than from an end. */
export class Queue<T> {
  #first: Place<T> | undefined;
  #last: Place<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Who has waited longest; undefined when nobody waits. */
  get first(): T | undefined {
    return this.#first?.item;
  }

  /** Takes a place at the end; gives what leaves it. Leaving twice does nothing. */
  join(item: T): () => void {
    const place: Place<T> = { item, before: this.#last, after: undefined };
    if (this.#last) this.#last.after = place;
    else this.#first = place;
    this.#last = place;
    this.#size += 1;
    let isHere = true;
    return () => {
      if (!isHere) return;
      isHere = false;
      this.#leave(place);
    };
  }

  /** From the first to the last. The one that is given may leave meanwhile. */
  *[Symbol.iterator](): Generator<T, void, undefined> {
    let place = this.#first;
    while (place) {
      const { item, after } = place;
      yield item;
      place = after;
    }
  }

  #leave({ before, after }: Place<T>): void {
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    this.#size -= 1;
  }
}

/** For how long somebody waits. Times are those of the clock that nobody sets. */
interface Patience {
  /** No wait that is known beforehand may last longer. */
  readonly patientUntil: number;
  /** Then it waits no longer, whatever it waits for. */
  readonly staysUntil: number;
}

/** Who waits for a slot. */
interface Waiter extends Patience {
  /** Ends the wait: with a slot, or without. */
  readonly settle: (outcome: Slot | NotSentError) => void;
}

/** Those who wait for a slot, the one first that came first. Whoever aborts is out of it at once. */
export class WaitingLine extends Queue<Waiter> {
  /** Waits until somebody settles it. Rejects with a NotSentError, or with the signal's reason. */
  wait(patience: Patience, signal: AbortSignal | undefined): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw abortBy(signal).reason;
      let [leave, forget] = [(): void => undefined, (): void => undefined];
      const letGo = (): void => {
        leave();
        forget();
      };
      const abort = (): void => {
        letGo();
        reject(signal && abortBy(signal).reason);
      };
      const settle = (outcome: Slot | NotSentError): void => {
        letGo();
        if (outcome instanceof Slot) resolve(outcome);
        else reject(outcome);
      };
      // First: a worker's signal of another request takes no listener, and nobody is to wait then.
      if (signal) forget = onAbort(signal, abort);
      leave = this.join({ ...patience, settle });
    });
  }
}

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
export class Holds {
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

  /** A call has its answer, or has left: does anybody still wait for those whose sender has left? */
  #askOthers(ctx: MiddlewareContext, result: Result<unknown> | undefined): void {
    if (this.#left.size === 0) return;
    const isAnswered = ctx.request.joined && Boolean(result?.response);
    for (const [slot, { request, signal }] of this.#left) {
      const isTheirs = request === requestOf(ctx);
      if (slot.isOver) this.#left.delete(slot);
      else if (signal?.aborted || (isTheirs && isAnswered)) this.#drop(slot);
      else if (isTheirs && !this.#isAwaited(request)) {
        this.#left.delete(slot);
        slot.endWithAnswer();
      }
    }
  }

  #drop(slot: Slot): void {
    this.#left.delete(slot);
    slot.end();
  }

  /** Whether a call runs that joined a request such as this one. */
  #isAwaited(request: string): boolean {
    for (const [ctx, { attempts }] of this.#running)
      if (attempts > 0 && ctx.request.joined && requestOf(ctx) === request) return true;
    return false;
  }
}

const requestOf = ({ request: { method, url } }: MiddlewareContext): string => `${method} ${url}`;
