/** The length of a time step, in milliseconds. */
export const STEP = 5;

interface Timer {
  task: (() => void) | undefined;
}

const { setImmediate } = globalThis;

/** Runs all pending work that doesn't wait for a timer. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Virtual time. It replaces the platform's timers and clocks, and advances when all due work is done. */
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

  /** Advances the time. `onStep` is called at each step, before the due timers run. */
  async pass(ms: number, onStep: () => void): Promise<void> {
    const platform = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
    const clocks = { day: Date.now, ticks: performance.now };
    const { stackTraceLimit } = Error;
    // Creating the stack traces of errors would take most of the time.
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
