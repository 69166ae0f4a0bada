import { type FetchLike, ownDefined } from '../../core/seats.js';
import { fetchOf, withBody } from '../../fetches.js';
import { countedUpload } from './counted-upload.js';
import { declaredLength } from './declared-length.js';
import { checkReport, meterOf } from './meter.js';

/** What `withProgress` takes. */
export interface ProgressOptions {
  /**
   * What sends a body whose progress somebody wants to see, in place of `fetch`: `xhrFetch()` in a browser. It is handed
   * `onUploadProgress`, and tells it. Default: none; bodies are counted where the platform can. No function:
   * `withProgress` throws.
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
    // Told by nobody else.
    own.onDownloadProgress = undefined;
    const response = await (onUploadProgress && body != null ? sendUpload : send)(url, own);
    if (!onDownloadProgress || !response.body) return response;
    const meter = meterOf(onDownloadProgress, declaredLength(response.headers));
    return withBody(response, meter.through(response.body));
  };
}
