import { useMemo, useSyncExternalStore } from 'react';

/**
 * Something that goes on as long as a component shows it. It begins and ends a microtask after its first watcher came and
 * its last one left: under StrictMode React removes a component's effects and restores them at once. React runs the
 * cleanups of a commit before its effects, so what ends with a commit has ended before anything begins with it.
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

  /** Begins; gives what ends it. */
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

  /** Ends what goes on, and begins anew. */
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
 * What a live thing shows, from render to render. On a server, and while a page is hydrated, that is its first state:
 * nothing begins before the component is there.
 *
 * @param key The thing is another one where the key is.
 */
export function useSubscription<TState>(key: string, make: () => SharedSubscription<TState>): TState {
  return useSnapshot(useMemo(make, [key]));
}

export const useSnapshot = <TState>({ subscribe, read }: SharedSubscription<TState>): TState =>
  useSyncExternalStore(subscribe, read, read);
