import { vi } from 'vitest';
import {
  type ApiConfig,
  type ApiError,
  createApi,
  Request,
  type RequestConfig,
  type ResponseReader,
  type Result,
} from '../../lib/index.js';
import { observe } from '../../lib/entries/observe.js';
import { BodyStream, bytesOf } from '../../lib/features/streaming/body-stream.js';
import type { Item, ItemStream } from '../../lib/features/streaming/format.js';
import type { OwnLimits } from '../../lib/features/streaming/limits.js';
import { reader } from '../../lib/features/streaming/open-bodies.js';
import { TextFormat, type TextOptions } from '../../lib/features/stream/json-items.js';
import { LineFraming } from '../../lib/features/stream/text-framing.js';
import type { ManualClock } from './manual-clock.js';
import { streamFetch } from './streaming.js';

/** A signal that counts its listeners. */
export const countedSignal = () => {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners.add(args[1]);
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners.delete(args[1]);
    remove(...args);
  };
  return { controller, signal, listeners: () => (signal.aborted ? 0 : listeners.size) };
};

/** The bytes in chunks of this size. Default: one chunk. */
export const pieces = (bytes: Uint8Array, size = Infinity): Uint8Array[] => {
  if (bytes.byteLength <= size) return [bytes];
  return [bytes.slice(0, size), ...pieces(bytes.slice(size), size)];
};

/** A body with these chunks, each sent on demand. It ends normally, or with the value in `error`. */
export const bodyOf = (chunks: Iterable<Uint8Array>, error?: { readonly with: unknown }) => {
  const iterator = chunks[Symbol.iterator]();
  const seen = { pulls: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.pulls += 1;
        const { done, value } = iterator.next();
        if (!done) controller.enqueue(value);
        else if (error) controller.error(error.with);
        else controller.close();
      },
      cancel: () => void (seen.isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
};

/**
 * A body that the spec writes. It delivers all chunks in order, also before an error. A platform stream would drop
 * queued chunks when it fails.
 */
export const fedBody = (signal?: AbortSignal | null) => {
  const fed: ((controller: ReadableStreamDefaultController<Uint8Array>) => void)[] = [];
  let wake = (): void => undefined;
  const seen = { isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
      async pull(controller) {
        while (fed.length === 0 && !seen.isCancelled && !signal?.aborted)
          await new Promise<void>((resolve) => (wake = resolve));
        if (!seen.isCancelled && !signal?.aborted) fed.shift()!(controller);
      },
      cancel: () => {
        seen.isCancelled = true;
        wake();
      },
    },
    { highWaterMark: 0 },
  );
  const feed = (task: (typeof fed)[number]): void => {
    fed.push(task);
    wake();
  };
  return {
    stream,
    seen,
    write: (bytes: Uint8Array) => feed((controller) => controller.enqueue(bytes)),
    close: () => feed((controller) => controller.close()),
    breakOff: (error: unknown) => feed((controller) => controller.error(error)),
  };
};

interface Setup {
  readonly fetch?: ApiConfig['fetch'];
  /** Whether bodies end with their signal. Default: true. */
  readonly heeds?: boolean;
  readonly status?: (count: number) => number;
  readonly client?: Partial<ApiConfig>;
  readonly endpoint?: Partial<RequestConfig>;
}

/** A client of one stream. The spec writes the bodies. Records all notifications. */
export const streamed = <T>(reader: ResponseReader<T>, { fetch, heeds, status, ...levels }: Setup = {}) => {
  const network = streamFetch(status, heeds);
  const onError = vi.fn<(error: ApiError) => void>();
  const counted = countedSignal();
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch: fetch ?? network.fetch,
    onError,
    ...levels.client,
    requests: {
      read: new Request<Record<string, unknown>, T>({
        method: 'GET',
        path: '/rows',
        responseType: reader,
        ...levels.endpoint,
      }),
    },
  });
  const ends: unknown[] = [];
  observe(api, {
    call: () => ({ end: ({ error }, stream) => void ends.push([error?.kind ?? 'data', stream]) }),
  });
  const read = (): Promise<Result<T>> => api.read({}, { signal: counted.signal });
  /** The data. Throws if there is none. */
  const open = async (): Promise<T> => {
    const { data, error } = await read();
    if (error) throw error;
    return data;
  };
  return { api, read, open, onError, ends, sent: network.sent, ...counted };
};

/** A reader of lines with a manual clock. */
export const linesBy = (
  clock: ManualClock,
  options: TextOptions = {},
  limits: Partial<OwnLimits> = {},
): ResponseReader<ItemStream<Item<unknown>>> =>
  reader({
    open: (body) =>
      new BodyStream(
        body,
        bytesOf(body),
        new TextFormat('lines', options, LineFraming),
        { idleTimeout: 0, maxDuration: 0, ...limits },
        undefined,
        clock,
      ),
  });

/** A short form of an item: its data, or the kind of its error, with `!` if the error ended the stream. */
export const shortly = <T>({ data, error, ...more }: Item<T>): unknown => {
  if (!error) return data;
  return `${error.kind}${'ended' in more && more.ended ? '!' : ''}`;
};

/** The rest of a stream, in short form. */
export const rest = async <T>(stream: AsyncIterable<Item<T>>): Promise<unknown[]> => {
  const seen: unknown[] = [];
  for await (const item of stream) seen.push(shortly(item));
  return seen;
};

/** The next item, in short form; undefined at the end. */
export const nextOf = async <T>(stream: ItemStream<Item<T>>): Promise<unknown> => {
  const { value } = await stream.next();
  return value && shortly(value);
};
