import { createApi, Request, type RequestConfig, type ResponseReader } from '../../lib/index.js';

/** Chunk sizes, from a break after every byte to no break. */
export const CHUNK_SIZES: readonly number[] = [1, 2, 3, 7, Infinity];

/** A string as UTF-8. */
export const bytesOfText = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A body whose bytes arrive in chunks of this size. */
export const inChunks = (bytes: Uint8Array, size: number): ReadableStream<Uint8Array> => {
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.slice(at, at + size));
        at += size;
      },
    },
    { highWaterMark: 0 },
  );
};

/** A response with an event stream. */
export const eventAnswer = (
  body: BodyInit | null,
  init: { readonly status?: number; readonly headers?: Record<string, string> } = {},
): Response =>
  new Response(body, { ...init, headers: { 'content-type': 'text/event-stream', ...init.headers } });

/** A client of one stream. */
export const streamClient = <T>(
  responseType: ResponseReader<T>,
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  endpoint: Partial<RequestConfig> = {},
) =>
  createApi({
    baseUrl: 'http://api.test',
    fetch,
    requests: {
      read: new Request<Record<string, unknown>, T>({
        method: 'GET',
        path: '/events',
        responseType,
        ...endpoint,
      }),
    },
  });

/** All items of a stream. */
export const collect = async <TItem>(stream: AsyncIterable<TItem> | null): Promise<TItem[]> => {
  const items: TItem[] = [];
  for await (const item of stream!) items.push(item);
  return items;
};

/** The items that a reader returns for a body. */
export const itemsOfBody = async <TItem>(
  reader: ResponseReader<AsyncIterable<TItem>>,
  body: BodyInit | null,
): Promise<TItem[]> => {
  const { data, error } = await streamClient(reader, async () => eventAnswer(body)).read();
  if (error) throw error;
  return collect(data);
};

/** The items that a reader returns for bytes in chunks of this size. */
export const itemsOf = <TItem>(
  reader: ResponseReader<AsyncIterable<TItem>>,
  bytes: Uint8Array | string,
  size = Infinity,
): Promise<TItem[]> =>
  itemsOfBody(reader, inChunks(typeof bytes === 'string' ? bytesOfText(bytes) : bytes, size));

interface AnyItem {
  readonly data: unknown;
  readonly error: { readonly kind: string } | null;
  readonly type: string;
  readonly id: string;
}

/** An item as a line: its type, its id if it has one, and its data or the kind of its error. */
export const shown = ({ data, error, type, id }: AnyItem): string =>
  `${type}${id && `#${id}`} ${error ? `(${error.kind})` : JSON.stringify(data)}`;
