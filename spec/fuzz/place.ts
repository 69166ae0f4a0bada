import fc from 'fast-check';
import { userKeyOf } from './virtual-time.js';

/** The environment. For a browser, the times at which its tab is hidden and shown, in milliseconds from the start. */
export interface PlacePlan {
  readonly is: 'a server' | 'React Native' | 'a browser';
  readonly turns: readonly number[];
}

export const anyPlace: fc.Arbitrary<PlacePlan> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<PlacePlan>({ is: 'a server', turns: [] }) },
  { weight: 1, arbitrary: fc.constant<PlacePlan>({ is: 'React Native', turns: [] }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('a browser'),
      turns: fc.constantFrom([], [3, 25], [0, 40], [8, 9, 10, 50], [15]),
    }),
  },
);

/** The part of a tab's document that polls use. */
class Tab extends EventTarget {
  visibilityState = 'visible';
  readonly #listeners = new Map<() => void, () => void>();

  get listeners(): number {
    return this.#listeners.size;
  }

  override addEventListener(type: string, listener: () => void): void {
    // A request that a visibility change causes belongs to that poll.
    const carried = userKeyOf.carried(listener);
    this.#listeners.set(listener, carried);
    super.addEventListener(type, carried);
  }

  override removeEventListener(type: string, listener: () => void): void {
    super.removeEventListener(type, this.#listeners.get(listener)!);
    this.#listeners.delete(listener);
  }
}

const define = (name: string, value: unknown): void => {
  Object.defineProperty(globalThis, name, { value, configurable: true });
};

/** The globals of an environment while a scenario runs. */
export class Place {
  readonly #plan: PlacePlan;
  readonly #tab = new Tab();

  constructor(plan: PlacePlan) {
    this.#plan = plan;
  }

  get isHidden(): boolean {
    return this.#tab.visibilityState === 'hidden';
  }

  /** The number of listeners for the tab's visibility. */
  get listeners(): number {
    return this.#tab.listeners;
  }

  turn(): void {
    this.#tab.visibilityState = this.isHidden ? 'visible' : 'hidden';
    this.#tab.dispatchEvent(new Event('visibilitychange'));
  }

  /** @param reportError The `reportError` of browsers; other environments have none. */
  enter(reportError: (thrown: unknown) => void): void {
    if (this.#plan.is === 'a server') return;
    define('window', globalThis);
    if (this.#plan.is === 'React Native') return;
    define('document', this.#tab);
    define('reportError', reportError);
  }

  leave(): void {
    for (const name of ['window', 'document', 'reportError']) Reflect.deleteProperty(globalThis, name);
  }
}
