/** Everything happens on a grid of so many milliseconds. */
export const STEP = 5;

interface Timer {
  task: (() => void) | undefined;
}

const { setImmediate } = globalThis;

/** Lets everything run that waits for no time. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Time that costs none: in the place of the platform's timers and clocks, it goes on when all that is due has run. */
export class VirtualTime {
  now = 0;
  readonly #due = new Map<number, Timer[]>();

  setTimeout(task: () => void, ms: number): Timer {
    const at = this.now + Math.max(Math.ceil(ms / STEP), 1) * STEP;
    const timer = { task };
    const others = this.#due.get(at);
    if (others) others.push(timer);
    else this.#due.set(at, [timer]);
    return timer;
  }

  clearTimeout(timer: Timer | undefined): void {
    if (timer) timer.task = undefined;
  }

  /** Lets so many milliseconds pass. `onStep` is called at each step, before what is due. */
  async pass(ms: number, onStep: () => void): Promise<void> {
    const platform = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
    const clocks = { day: Date.now, ticks: performance.now };
    const { stackTraceLimit } = Error;
    // Stacks of errors that nobody reads take most of the time.
    Error.stackTraceLimit = 0;
    Object.assign(globalThis, {
      setTimeout: (task: () => void, delay: number) => this.setTimeout(task, delay),
      clearTimeout: (timer: Timer | undefined) => this.clearTimeout(timer),
    });
    Date.now = performance.now = () => this.now;
    try {
      for (const end = this.now + ms; this.now < end; this.now += STEP) {
        onStep();
        for (const { task } of this.#due.get(this.now) ?? []) task?.();
        this.#due.delete(this.now);
        await settled();
      }
    } finally {
      Object.assign(globalThis, platform);
      Error.stackTraceLimit = stackTraceLimit;
      Date.now = clocks.day;
      performance.now = clocks.ticks;
    }
  }
}
