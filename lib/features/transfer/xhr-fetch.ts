import {
  abortBy,
  nullProto,
  isWebStream,
  onAbort,
  ownDefined,
  InvalidInputError,
} from '../../core/internal.js';
import { asReceived } from '../fetch-wrappers/around-fetch.js';
import { checkReport, ByteCounter, type Report } from './progress.js';

/** Options that XMLHttpRequest doesn't support, with a check for unsupported values and the value to pass instead. */
const UNKNOWN: readonly [keyof RequestInit, (value: unknown) => unknown, string][] = [
  ['body', isWebStream, 'a Blob or ArrayBuffer'],
  ['redirect', (redirect) => redirect !== 'follow', "'follow'"],
  ['credentials', (credentials) => credentials === 'omit', "'include' or 'same-origin'"],
  ['mode', (mode) => mode !== 'cors', "'cors'"],
  ['integrity', Boolean, 'none'],
  ['keepalive', Boolean, 'none'],
];

/** Statuses whose responses have no body: "null body status" of the Fetch standard. */
const BODILESS: readonly number[] = [204, 205, 304];

/** Builds the Response that fetch would return. */
function xhrResponse(xhr: XMLHttpRequest, { method, url }: globalThis.Request): Response {
  const { status, statusText, responseURL } = xhr;
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1));
  }
  const isBodiless = method === 'HEAD' || BODILESS.includes(status);
  const body = isBodiless ? null : (xhr.response as ArrayBuffer);
  const response = new Response(body, nullProto<ResponseInit>({ headers }));
  const ok = status >= 200 && status < 300;
  // `responseURL` has no fragment. A redirect to the same URL can't be detected.
  const redirected = responseURL !== url.split('#')[0];
  return asReceived(response, { url: responseURL, redirected, type: response.type, status, statusText, ok });
}

/**
 * Reports upload progress. Returns a function that reports the response: until then, an uploaded body can still be
 * lost.
 */
const listen = (xhr: XMLHttpRequest, report: Report): (() => void) => {
  let meter: ByteCounter | undefined;
  let isTaken = false;
  const hear = ({ type, loaded, total, lengthComputable }: ProgressEvent): void => {
    meter ??= new ByteCounter(report, lengthComputable ? total : NaN);
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
    if (signal)
      xhr.onloadend = onAbort(signal, () => {
        reject(abortBy(signal).reason);
        xhr.abort();
      });
    xhr.send(body as XMLHttpRequestBodyInit | null);
  });

/**
 * Creates a fetch based on XMLHttpRequest, which reports upload progress in every browser and in React Native. Use it
 * as `withProgress({ upload: xhrFetch() })`. Throws a TypeError for features that XMLHttpRequest doesn't support: a
 * stream as body, `redirect` other than `'follow'`, `credentials: 'omit'`, a `mode` other than `'cors'`, `integrity`
 * and `keepalive`.
 */
export function xhrFetch(): (url: string, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const own = ownDefined(init) as RequestInit;
    const { method, headers, body, signal, onUploadProgress } = own;
    for (const [option, isUnknown, instead] of UNKNOWN) {
      const value: unknown = own[option];
      if (value != null && isUnknown(value))
        throw InvalidInputError.of(option, value, `${instead} to xhrFetch`);
    }
    checkReport('onUploadProgress', onUploadProgress);
    // Normalizes method and headers like fetch, with the same errors.
    const request = new globalThis.Request(url, ownDefined({ method, headers }));
    const xhr = new globalThis.XMLHttpRequest();
    xhr.open(request.method, request.url);
    request.headers.forEach((value, name) => xhr.setRequestHeader(name, value));
    xhr.responseType = 'arraybuffer';
    xhr.withCredentials = own.credentials === 'include';
    // Listen only if necessary: an upload listener causes a CORS preflight in browsers.
    const answered = onUploadProgress && body != null ? listen(xhr, onUploadProgress) : undefined;
    if (signal?.aborted) throw abortBy(signal).reason;
    await exchange(xhr, own);
    answered?.();
    return xhrResponse(xhr, request);
  };
}
