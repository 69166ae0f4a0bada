// A value that changes and can be subscribed to. It connects a client to React, and depends on neither.
//
//   const search = new Resource(api.search);
//
//   function Search() {
//     const { data, error, isLoading } = useSyncExternalStore(search.subscribe, search.getSnapshot);
//     return <input onChange={(event) => search.load({ q: event.target.value })} />;
//   }
import type { ApiError, CallOptions, Result } from 'homing';

/** The state that a component shows. The same object until it changes, as `useSyncExternalStore` requires. */
export interface Snapshot<T> {
  readonly data: T | null;
  readonly error: ApiError | null;
  readonly isLoading: boolean;
}

export class Resource<T, P> {
  readonly #call: (params: P, options: CallOptions) => Promise<Result<T>>;
  readonly #listeners = new Set<() => void>();
  #snapshot: Snapshot<T> = { data: null, error: null, isLoading: false };
  #leave = new AbortController();

  constructor(call: (params: P, options: CallOptions) => Promise<Result<T>>) {
    this.#call = call;
  }

  /** The last unsubscribe aborts the pending request. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#leave.abort();
      this.#leave = new AbortController();
    };
  };

  readonly getSnapshot = (): Snapshot<T> => this.#snapshot;

  /** Keeps the previous data until the new data arrives. */
  async load(params: P): Promise<void> {
    this.#set({ ...this.#snapshot, isLoading: true });
    const { data, error } = await this.#call(params, { signal: this.#leave.signal });
    // A newer call replaced this call, or there are no subscribers left.
    if (error?.kind === 'abort') return;
    this.#set(
      error ? { ...this.#snapshot, error, isLoading: false } : { data, error: null, isLoading: false },
    );
  }

  #set(snapshot: Snapshot<T>): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}
