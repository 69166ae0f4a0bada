import { createApi, defineRequest } from '../../dist/index.js';
import { httpCacheMiddleware } from '../../dist/http-cache.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'M-SEARCH'];

/** Headers that the suite's client adds to bypass the cache of a browser. */
const isDirt = ([name, value]) => value === 'nothing-to-see-here' || (name === 'Pragma' && value === 'foo');

const requests = Object.fromEntries(
  METHODS.map((method) => [
    method,
    defineRequest()({
      method,
      path: '/',
      responseType: 'text',
      ...(method === 'GET' || method === 'HEAD' ? {} : { bodyAs: 'body' }),
    }),
  ]),
);

/** Replaces the endpoint's URL with the URL of a test. */
const toUrl = (url) => (ctx, next) => {
  ctx.request.url = url;
  return next();
};

/** The parts of a response that the suite reads. */
const answered = ({ data, error, response }) => {
  if (error && error.kind !== 'http') throw error.cause ?? error;
  const { status, statusText, headers, ok } = response;
  const text = error ? error.body : data;
  return { status, statusText, headers, ok, text: () => Promise.resolve(text ?? '') };
};

/** The dispatchers with which some tests listen for informational responses, by URL. */
const dispatchers = new Map();

let send;

/** Sets the fetch below the cache. Default: undici's. */
export const setWire = (fetch) => void (send = fetch);

/** Replaces the platform's fetch, because a call that passes its own dispatcher would bypass the cache. */
export const wire = async (url, init) => {
  send ??= (await import('undici')).fetch;
  return send(url, { ...init, dispatcher: dispatchers.get(String(url)) });
};

/** A fetch for the suite that calls a homing client with an HTTP cache. */
export function homingFetch(mode, options = {}) {
  const cache = httpCacheMiddleware({ mode, ...options });
  return async (
    url,
    { method = 'GET', headers, body, cache: given, signal, dispatcher, ...fetchOptions },
  ) => {
    if (dispatcher) dispatchers.set(url, dispatcher);
    const api = createApi({ baseUrl: 'http://localhost', middleware: [toUrl(url), cache], requests });
    if (mode === 'private' && given) fetchOptions.cache = given;
    const own = { headers: mode === 'shared' ? headers.filter((pair) => !isDirt(pair)) : headers };
    return answered(await api[method](body, { ...own, signal, fetchOptions }));
  };
}
