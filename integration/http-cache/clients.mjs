import { createApi, defineRequest } from '../../dist/index.js';
import { httpCacheMiddleware } from '../../dist/http-cache.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'M-SEARCH'];

/** What the suite's client sends beside what a test asks for, to keep a browser's own cache out of it. */
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

/** Puts the URL that a test names in the place of the endpoint's. */
const toUrl = (url) => (ctx, next) => {
  ctx.request.url = url;
  return next();
};

/** What the suite reads of a response. */
const answered = ({ data, error, response }) => {
  if (error && error.kind !== 'http') throw error.cause ?? error;
  const { status, statusText, headers, ok } = response;
  const text = error ? error.body : data;
  return { status, statusText, headers, ok, text: () => Promise.resolve(text ?? '') };
};

/** The dispatchers by which some tests listen to what comes before a response, by their URLs. */
const dispatchers = new Map();

let send;

/** Sets the fetch below the cache. Default: undici's. */
export const setWire = (fetch) => void (send = fetch);

/** In the place of the platform's fetch: a call that names a dispatcher itself would go past the cache. */
export const wire = async (url, init) => {
  send ??= (await import('undici')).fetch;
  return send(url, { ...init, dispatcher: dispatchers.get(String(url)) });
};

/** The suite's fetch over a client of homing with an HTTP cache. */
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
