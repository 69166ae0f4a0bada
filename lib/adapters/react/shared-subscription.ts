import { useMemo, useSyncExternalStore } from 'react';

/**
 * A process that runs while a component shows its state. It starts one microtask after the first listener
 * subscribes and stops one microtask after the last one unsubscribes: under StrictMode, React removes the
 * effects of a component and restores them at once. React runs the cleanups of a commit before its effects,
 * so old processes stop before new ones start.
 */
export abstract class SharedSubscription<TState> {
  #state: TState;
  readonly #listeners = new Set<() => void>();
  #stop: (() => void) | undefined = undefined;

  constructor(state: TState) {
    this.#state = state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#settleSoon();
    return () => {
      this.#listeners.delete(listener);
      this.#settleSoon();
    };
  };

  readonly read = (): TState => this.#state;

  /** Starts the process. Returns a function that stops it. */
  protected abstract start(): () => void;

  #settleSoon(): void {
    void Promise.resolve().then(() => {
      if (this.#listeners.size > 0) this.#stop ??= this.start();
      else this.end();
    });
  }

  protected end(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Stops the process and starts it again. */
  protected restart(): void {
    if (!this.#stop) return;
    this.#stop();
    this.#stop = this.start();
  }

  protected show(state: TState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/**
 * Returns the state of a subscription and rerenders when it changes. Returns the initial state on a server
 * and during hydration, because the process starts only after mounting.
 *
 * @param key Creates a new subscription when it changes.
 */
export function useSubscription<TState>(key: string, make: () => SharedSubscription<TState>): TState {
  return useSnapshot(useMemo(make, [key]));
}

export const useSnapshot = <TState>({ subscribe, read }: SharedSubscription<TState>): TState =>
  useSyncExternalStore(subscribe, read, read);
