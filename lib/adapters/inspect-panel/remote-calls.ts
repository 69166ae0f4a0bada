import type { SeenCall } from '../../features/inspect/seen-call.js';
import type { PanelSource } from './timeline.js';

/** A message from the server: the calls that changed, and the id of the oldest call that is kept. */
interface CallsMessage {
  readonly calls: readonly SeenCall[];
  readonly oldest: number | null;
}

/** Source of the messages: an `EventSource`. */
export interface MessageSource {
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void;
}

/** The calls of an inspector in another process, received from its server. */
export class RemoteCalls implements PanelSource {
  readonly #calls = new Map<number, SeenCall>();
  readonly #listeners = new Set<(call?: SeenCall) => void>();
  readonly #clear: () => void;

  /**
   * Creates the list.
   *
   * @param clear Removes the calls in the other process.
   */
  constructor(source: MessageSource, clear: () => void) {
    this.#clear = clear;
    // The server sends `all` first on each connection, so a reconnect misses no call.
    source.addEventListener('all', ({ data }) => {
      this.#calls.clear();
      this.#take(data);
    });
    source.addEventListener('some', ({ data }) => this.#take(data));
  }

  get calls(): readonly SeenCall[] {
    return [...this.#calls.values()];
  }

  subscribe(listener: (call?: SeenCall) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  clear(): void {
    this.#clear();
  }

  #take(data: unknown): void {
    const { calls, oldest } = JSON.parse(String(data)) as CallsMessage;
    for (const call of calls) this.#calls.set(call.id, call);
    for (const id of this.#calls.keys()) if (oldest === null || id < oldest) this.#calls.delete(id);
    for (const listener of this.#listeners) listener();
  }
}
