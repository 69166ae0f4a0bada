import { type MiddlewareContext, Plugin, type Send } from '../../lib/index.js';

/** Lets so many calls have a request at the same time; the others wait in a queue, which costs their attempts nothing. */
export class ConcurrencyLimiter extends Plugin {
  readonly #max: number;
  readonly #queue: (() => void)[] = [];
  /** What frees the place that a call has from an earlier attempt. */
  readonly #places = new WeakMap<MiddlewareContext, () => void>();
  #taken = 0;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  get taken(): number {
    return this.#taken;
  }

  get queued(): number {
    return this.#queue.length;
  }

  override async exchange(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: Send,
  ): Promise<Response> {
    this.#places.get(ctx)?.();
    if (this.#taken === this.#max) await this.#turn(ctx, init.signal);
    this.#take(ctx);
    return send(url, init);
  }

  async #turn(ctx: MiddlewareContext, signal: AbortSignal | null | undefined): Promise<void> {
    const start = ctx.request.pauseAttempt();
    const began = Date.now();
    try {
      await new Promise<void>((resolve, reject) => {
        this.#queue.push(resolve);
        const leave = (): void => {
          if (this.#queue.includes(resolve)) this.#queue.splice(this.#queue.indexOf(resolve), 1);
          reject(signal?.reason);
        };
        if (signal?.aborted) leave();
        signal?.addEventListener('abort', leave, { once: true });
      });
    } finally {
      start();
    }
    ctx.request.note({ type: 'wait', ms: Date.now() - began, why: 'queue' });
  }

  #take(ctx: MiddlewareContext): void {
    let isTaken = true;
    this.#taken += 1;
    const free = (): void => {
      if (!isTaken) return;
      isTaken = false;
      this.#taken -= 1;
      this.#queue.shift()?.();
    };
    this.#places.set(ctx, free);
    ctx.onEnd(free);
  }
}
