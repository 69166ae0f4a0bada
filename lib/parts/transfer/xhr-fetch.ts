import { abortBy, isAborted, onAbort, ownDefined } from '../../core/seats.js';
import { checkReport, type Meter, meterOf, type Report } from './meter.js';
import { refuseForXhr } from './refuse-for-xhr.js';
import { xhrResponse } from './xhr-response.js';

/**
 * Tells the progress of what is sent, and gives what tells of an answer: what was taken whole may be lost until then. Only
 * where somebody asks: a listener makes browsers ask other origins first.
 */
const listen = (xhr: XMLHttpRequest, report: Report): (() => void) => {
  let meter: Meter | undefined;
  let isTaken = false;
  const hear = ({ type, loaded, total, lengthComputable }: ProgressEvent): void => {
    meter ??= meterOf(report, lengthComputable ? total : NaN);
    meter.reach(loaded);
    isTaken = type === 'load';
  };
  for (const type of ['loadstart', 'progress', 'load'] as const) xhr.upload.addEventListener(type, hear);
  return () => {
    if (isTaken) meter?.reach(0, true);
  };
};

const exchange = (xhr: XMLHttpRequest, init: RequestInit): Promise<void> =>
  new Promise((resolve, reject) => {
    const { signal, body } = init;
    const fail = (): void => reject(new TypeError('The XMLHttpRequest failed.'));
    xhr.onload = () => (xhr.status ? resolve() : fail());
    xhr.onerror = fail;
    xhr.onabort = fail;
    if (signal) {
      const abort = (): void => {
        reject(abortBy(signal).reason);
        xhr.abort();
      };
      xhr.onloadend = onAbort(signal, abort);
    }
    xhr.send(body as XMLHttpRequestBodyInit | null);
  });

/**
 * A fetch over XMLHttpRequest, which tells the progress of an upload in every browser and in React Native: for
 * `withProgress({ upload: xhrFetch() })`. It refuses what XMLHttpRequest can't do: a body that is a stream, `redirect`
 * other than `'follow'`, `credentials: 'omit'`, a `mode` other than `'cors'`, `integrity` and `keepalive`. The body of the
 * response is there as a whole when the response is.
 */
export function xhrFetch(): (url: string, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const own = ownDefined(init) as RequestInit;
    const { method, headers, body, signal, onUploadProgress } = own;
    refuseForXhr(own);
    checkReport('onUploadProgress', onUploadProgress);
    // What fetch would make of them, and its errors.
    const request = new globalThis.Request(url, ownDefined({ method, headers }));
    const xhr = new globalThis.XMLHttpRequest();
    xhr.open(request.method, request.url);
    request.headers.forEach((value, name) => xhr.setRequestHeader(name, value));
    xhr.responseType = 'arraybuffer';
    xhr.withCredentials = own.credentials === 'include';
    const answered = onUploadProgress && body != null ? listen(xhr, onUploadProgress) : undefined;
    if (signal && isAborted(signal)) throw abortBy(signal).reason;
    await exchange(xhr, own);
    answered?.();
    return xhrResponse(xhr, request);
  };
}
