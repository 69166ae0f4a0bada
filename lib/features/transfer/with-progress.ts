import {
  nullProto,
  type FetchLike,
  hasWindow,
  isSearchParams,
  isWebStream,
  ownDefined,
} from '../../core/internal.js';
import { fetchOf, withBody } from '../fetch-wrappers/around-fetch.js';
import { checkReport, declaredLength, ByteCounter, type Report } from './progress.js';

/** In bytes. What is smaller is sent in one piece, and what is larger in pieces of this size. */
const PIECE = 64 * 1024;

/** What a `Blob` and a list of bytes say of themselves; a form, and a stream, says nothing. */
interface Sized {
  readonly size?: number;
  readonly byteLength?: number;
  readonly type?: string;
}

/** The same blob, measured as the fetch of Node or Deno reads it: anew for a redirect. Others look past its `stream`. */
const measured = (blob: Blob, meter: ByteCounter, taken: () => void): Blob => {
  const stream = (): ReadableStream => {
    let at = 0;
    // In pieces: its own stream may give all of it at once, which is then held by the socket.
    const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
      // Node goes on reading when the request has failed.
      const piece = meter.hasFailed ? [] : await blob.slice(at, at + PIECE).arrayBuffer();
      // Whoever asks for the next piece has sent what there was.
      const bytes = new Uint8Array(piece);
      meter.reach(at);
      if (at === blob.size) taken();
      at += bytes.length;
      if (bytes.length > 0) controller.enqueue(bytes);
      else controller.close();
    };
    meter.isOpen = true;
    return new ReadableStream(nullProto<UnderlyingDefaultSource>({ pull }), nullProto({ highWaterMark: 0 }));
  };
  return Object.defineProperty(blob, 'stream', nullProto({ value: stream }));
};

/** A fetch that tells how much of a body went out. */
const countedUpload =
  (send: FetchLike): FetchLike =>
  async (url, init) => {
    let { body } = init;
    // As the bytes that fetch would send, with the Content-Type that it would give them.
    if (typeof body === 'string' || isSearchParams(body)) body = await new Response(body).blob();
    const { size, byteLength = NaN, type = '' } = body as Sized;
    const total = size ?? byteLength;
    const meter = new ByteCounter(init.onUploadProgress as Report, total);
    let isTaken = false;
    let isAnswered = false;
    // Both have to come, in any order: what was taken whole may still be lost.
    const finish = (): void => {
      if (isTaken && isAnswered) meter.reach(0, true);
    };
    const taken = (): void => {
      isTaken = true;
      finish();
    };
    init.onUploadProgress = undefined;
    if (isWebStream(body)) init.body = meter.through(body as ReadableStream<Uint8Array<ArrayBuffer>>, taken);
    else if (total >= PIECE && !hasWindow())
      init.body = measured(new Blob([body as BlobPart], { type }), meter, taken);
    try {
      const response = await send(url, init);
      isAnswered = true;
      if (meter.isOpen) finish();
      else if (response.ok) meter.reach(total, true);
      return response;
    } catch (thrown) {
      meter.hasFailed = true;
      throw thrown;
    }
  };

/** What `withProgress` takes. */
export interface ProgressOptions {
  /**
   * What sends a body that has an `onUploadProgress`, in place of `fetch`, and tells it: `xhrFetch()` in a browser.
   * Default: none; bodies are counted where the platform can. No function: `withProgress` throws.
   */
  readonly upload?: FetchLike | undefined;
  /** What sends the requests. Default: the global fetch, looked up at each. No function: `withProgress` throws. */
  readonly fetch?: FetchLike | undefined;
}

/**
 * A fetch that tells how far a transfer has come: `fetchOptions: { onUploadProgress, onDownloadProgress }`, on a client,
 * an endpoint or a call. A download is counted as it is read. So is an upload in Node and Deno; elsewhere, of a form and
 * of less than 64 KiB, its start and its end are told.
 */
export function withProgress(
  options?: ProgressOptions,
): (url: string, init?: RequestInit) => Promise<Response> {
  const { upload, fetch } = ownDefined(options);
  const send = fetchOf('fetch', fetch);
  const sendUpload = upload ? fetchOf('upload', upload) : countedUpload(send);
  return async (url, init) => {
    const own = ownDefined(init) as RequestInit;
    const { onUploadProgress, onDownloadProgress, body } = own;
    checkReport('onUploadProgress', onUploadProgress);
    checkReport('onDownloadProgress', onDownloadProgress);
    own.onDownloadProgress = undefined;
    const response = await (onUploadProgress && body != null ? sendUpload : send)(url, own);
    if (!onDownloadProgress || !response.body) return response;
    const meter = new ByteCounter(onDownloadProgress, declaredLength(response.headers));
    return withBody(response, meter.through(response.body));
  };
}
