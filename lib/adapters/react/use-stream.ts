import { type EndpointFunction, type ErrorResult, givenOptions, type Result } from '../../core/internal.js';
import { type HookRequest, hookRequest, type HookArguments, type HookOptions } from './hook-request.js';
import { SharedSubscription, useSubscription } from './shared-subscription.js';

/** Options of `useStream`. */
export interface UseStreamOptions extends HookOptions {
  /**
   * Maximum number of items to keep; older items are dropped. Read when the stream is first opened. Default:
   * all. A value below 1 and NaN also keep all.
   */
  readonly keep?: number | undefined;
}

/** State of a stream in a component. */
export interface StreamState<TItem, TError> {
  /** Items received so far, including failed ones. The same array until another item arrives. */
  readonly items: readonly TItem[];
  /** The latest item; undefined before the first one. */
  readonly last: TItem | undefined;
  /** The error that prevented the stream from opening, or that ended it; null without one. */
  readonly error: TError | null;
  /** Whether the server hasn't responded yet. */
  readonly isPending: boolean;
  /** Whether the stream has ended. */
  readonly isDone: boolean;
  /** Closes the stream, discards its items and opens it again. */
  readonly reload: () => void;
}

type UntypedStreamState = StreamState<unknown, unknown>;

const EMPTY = { items: [], last: undefined, error: null, isPending: true, isDone: false };

/** Returns the error with which an item ends its stream, or null. */
const endIn = (item: unknown): unknown => {
  const { error, ended } = Object(item) as { error?: unknown; ended?: unknown };
  return ended === true ? error : null;
};

class LiveStream extends SharedSubscription<UntypedStreamState> {
  readonly #request: HookRequest;
  readonly #keep: number;

  constructor(request: HookRequest, keep: number) {
    super({ ...EMPTY, reload: () => this.restart() });
    this.#request = request;
    this.#keep = keep >= 1 ? keep : Infinity;
  }

  protected start(): () => void {
    const { handle, params, isWaiting } = this.#request;
    if (isWaiting) return () => {};
    const controller = new AbortController();
    const { signal } = controller;
    const show = (state: Partial<UntypedStreamState>): void => this.show({ ...this.read(), ...state });
    if (!this.read().isPending) show(EMPTY);
    const opening = handle.prepare(params, { signal }).run({ dedupe: false });
    void new StreamRun(signal, show, this.#keep).follow(opening);
    return () => controller.abort();
  }
}

/**
 * Follows one stream from the request to its end. Shows all items of one turn of the event loop with one
 * update.
 */
class StreamRun {
  readonly #signal: AbortSignal;
  readonly #show: (state: Partial<UntypedStreamState>) => void;
  readonly #keep: number;
  #items: unknown[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;

  constructor(signal: AbortSignal, show: (state: Partial<UntypedStreamState>) => void, keep: number) {
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
        // A custom reader can ignore its signal.
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
    // Drop old items in batches: dropping one for each new item would copy the whole array each time.
    if (this.#items.length > 2 * this.#keep) this.#items = this.#items.slice(-this.#keep);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell(this.#seen());
    }, 0);
  }

  #seen(): Pick<UntypedStreamState, 'items' | 'last'> {
    const items = this.#items.slice(-this.#keep);
    return { items, last: items.at(-1) };
  }

  #end(error: unknown): void {
    clearTimeout(this.#timer);
    this.#tell({ ...this.#seen(), error: error ?? null, isPending: false, isDone: true });
  }

  #tell(state: Partial<UntypedStreamState>): void {
    if (!this.#signal.aborted) this.#show(state);
  }
}

/**
 * Opens a stream and collects its items. Accepts streams from `homing/sse` and `homing/stream`, and any other
 * reader that returns an async iterable. Closes the connection when the component unmounts or its params
 * change. Doesn't open on a server or while the params are null. The stream belongs to the user who opened
 * it: remount the component for another user.
 *
 * @throws TypeError, during render, for a function that is not an endpoint, for an endpoint that doesn't
 * return a stream, and for params that can't be part of a key.
 */
export function useStream<TParams, TItem, TErrors>(
  endpoint: EndpointFunction<TParams, AsyncIterable<TItem>, TErrors>,
  ...rest: HookArguments<NoInfer<TParams>, UseStreamOptions>
): StreamState<TItem, ErrorResult<never, TErrors>['error']>;
export function useStream(
  endpoint: unknown,
  params?: unknown,
  options?: UseStreamOptions,
): UntypedStreamState {
  const { key, keep = Infinity } = givenOptions(options);
  const request = hookRequest('useStream', endpoint, params, key, true);
  return useSubscription(request.key, () => new LiveStream(request, keep));
}
