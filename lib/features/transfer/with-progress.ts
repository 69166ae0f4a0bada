import {
  define,
  type FetchLike,
  hasWindow,
  isSearchParams,
  isWebStream,
  ownDefined,
} from '../../core/internal.js';
import { fetchOf, pullStream, withBody } from '../fetch-wrappers/around-fetch.js';
import { checkReport, declaredLength, ByteCounter, type Report } from './progress.js';

/** Size of a piece in bytes. A smaller body is sent as a whole, a larger one in pieces of this size. */
const PIECE = 64 * 1024;

/** Size and type of a `Blob` or of bytes. A form and a stream have neither. */
interface Sized {
  readonly size?: number;
  readonly byteLength?: number;
  readonly type?: string;
}

/**
 * Measures a blob as the fetch of Node or Deno reads it, again for each redirect. Other platforms don't use its
 * `stream`.
 */
const measured = (blob: Blob, meter: ByteCounter, taken: () => void): Blob => {
  const stream = (): ReadableStream => {
    let at = 0;
    // Use pieces: the blob's own stream might deliver all bytes at once, which the socket would then buffer.
    const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
      // Node continues to read after the request has failed.
      const piece = meter.hasFailed ? [] : await blob.slice(at, at + PIECE).arrayBuffer();
      // A request for the next piece means that the previous one was sent.
      const bytes = new Uint8Array(piece);
      meter.reach(at);
      if (at === blob.size) taken();
      at += bytes.length;
      if (bytes.length > 0) controller.enqueue(bytes);
      else controller.close();
    };
    meter.isOpen = true;
    return pullStream({ pull });
  };
  define(blob, 'stream', stream);
  return blob;
};

/** Wraps a fetch so that it reports upload progress. */
const countedUpload =
  (send: FetchLike): FetchLike =>
  async (url, init) => {
    let { body } = init;
    // Convert to the bytes that fetch would send, with the Content-Type that it would set.
    if (typeof body === 'string' || isSearchParams(body)) body = await new Response(body).blob();
    const { size, byteLength = NaN, type = '' } = body as Sized;
    const total = size ?? byteLength;
    const meter = new ByteCounter(init.onUploadProgress as Report, total);
    let isTaken = false;
    let isAnswered = false;
    // Wait for both, in any order: a body that was read completely can still be lost.
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

/** Options of `withProgress`. */
export interface ProgressOptions {
  /**
   * Function that sends requests with an `onUploadProgress`, instead of `fetch`, and reports their progress:
   * `xhrFetch()` in a browser. Default: none, homing counts the bytes on platforms that allow it. `withProgress` throws
   * a TypeError if it isn't a function.
   */
  readonly upload?: FetchLike | undefined;
  /**
   * Function that sends the requests. Default: the global fetch, looked up for each request. `withProgress` throws a
   * TypeError if it isn't a function.
   */
  readonly fetch?: FetchLike | undefined;
}

/**
 * Creates a fetch that reports progress to `fetchOptions: { onUploadProgress, onDownloadProgress }` of a client, an
 * endpoint or a call. A download is counted as it's read. In Node and Deno, so is an upload. On other platforms, and
 * for forms and bodies below 64 KiB, only the start and the end of an upload are reported.
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
