import { type EndpointFunction, type ErrorResult, givenOptions, type Result } from '../../core/internal.js';
import { type HookRequest, hookRequest, type HookArguments, type HookOptions } from './hook-request.js';
import { SharedSubscription, useSubscription } from './shared-subscription.js';

/** Options of `useStream`. */
export interface UseStreamOptions extends HookOptions {
  /** The most items that are kept, the newest, as it is when the component first asks. Default: all. Below 1 and NaN: all. */
  readonly keep?: number | undefined;
}

/** What a component shows of a stream. */
export interface StreamState<TItem, TError> {
  /** What has come so far, failed items too; the same list until more has come. */
  readonly items: readonly TItem[];
  /** The newest; undefined before the first. */
  readonly last: TItem | undefined;
  /** Why the stream did not open, or broke off. */
  readonly error: TError | null;
  /** Whether the server has not answered yet. */
  readonly isPending: boolean;
  /** Whether there is nothing more to come. */
  readonly isDone: boolean;
  /** Ends the stream, and opens it anew from nothing. */
  readonly reload: () => void;
}

type State = StreamState<unknown, unknown>;

const EMPTY = { items: [], last: undefined, error: null, isPending: true, isDone: false };

/** The error that an item ends its stream with. */
const endIn = (item: unknown): unknown => {
  const { error, ended } = Object(item) as { error?: unknown; ended?: unknown };
  return ended === true ? error : null;
};

class LiveStream extends SharedSubscription<State> {
  readonly #asked: HookRequest;
  readonly #keep: number;

  constructor(asked: HookRequest, keep: number) {
    super({ ...EMPTY, reload: () => this.restart() });
    this.#asked = asked;
    this.#keep = keep >= 1 ? keep : Infinity;
  }

  protected start(): () => void {
    const { callee, params, isWaiting } = this.#asked;
    if (isWaiting) return () => {};
    const controller = new AbortController();
    const { signal } = controller;
    const show = (state: Partial<State>): void => this.show({ ...this.read(), ...state });
    if (!this.read().isPending) show(EMPTY);
    const opening = callee.prepare(params, { signal }).run({ dedupe: false });
    void new StreamRun(signal, show, this.#keep).follow(opening);
    return () => controller.abort();
  }
}

/** One stream from its request to its end. What comes within a turn of the event loop is shown at once. */
class StreamRun {
  readonly #signal: AbortSignal;
  readonly #show: (state: Partial<State>) => void;
  readonly #keep: number;
  #items: unknown[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;

  constructor(signal: AbortSignal, show: (state: Partial<State>) => void, keep: number) {
    this.#signal = signal;
    this.#show = show;
    this.#keep = keep;
  }

  async follow(opening: Promise<Result<unknown>>): Promise<void> {
    try {
      const { data, error } = await opening;
      if (error) throw error;
      this.#tell({ isPending: false });
      for await (const item of data as AsyncIterable<unknown>) {
        // Of a reader that doesn't heed its signal.
        if (this.#signal.aborted) return;
        this.#add(item);
      }
      this.#end(endIn(this.#items.at(-1)));
    } catch (thrown) {
      this.#end(thrown);
    }
  }

  #add(item: unknown): void {
    this.#items.push(item);
    // Now and then, not each time: that would move all of them for each.
    if (this.#items.length > 2 * this.#keep) this.#items = this.#items.slice(-this.#keep);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell(this.#seen());
    }, 0);
  }

  #seen(): Pick<State, 'items' | 'last'> {
    const items = this.#items.slice(-this.#keep);
    return { items, last: items.at(-1) };
  }

  #end(error: unknown): void {
    clearTimeout(this.#timer);
    this.#tell({ ...this.#seen(), error: error ?? null, isPending: false, isDone: true });
  }

  #tell(state: Partial<State>): void {
    if (!this.#signal.aborted) this.#show(state);
  }
}

/**
 * Opens a stream for a component, and collects its items: those of `homing/sse` and `homing/stream`, or what any other
 * reader gives that can be iterated. It is hung up when the component goes, or asks for something else. With params of
 * null it waits; nothing is sent on a server. It belongs to the user who opened it: remount the component for another.
 *
 * @throws TypeError, while rendering, for a function that is no endpoint, one whose answers are no streams, and for params
 *   that make no key.
 */
export function useStream<TParams, TItem, TErrors>(
  endpoint: EndpointFunction<TParams, AsyncIterable<TItem>, TErrors>,
  ...rest: HookArguments<NoInfer<TParams>, UseStreamOptions>
): StreamState<TItem, ErrorResult<never, TErrors>['error']>;
export function useStream(endpoint: unknown, params?: unknown, options?: UseStreamOptions): State {
  const { key, keep = Infinity } = givenOptions(options);
  const asked = hookRequest('useStream', endpoint, params, key, true);
  return useSubscription(asked.key, () => new LiveStream(asked, keep));
}
