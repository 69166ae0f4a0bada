import { createApi, defineRequest } from '../../dist/index.js';
import { httpCacheMiddleware } from '../../dist/http-cache.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'M-SEARCH', 'OPTIONS', 'PATCH'];

/** What the suite's client sends beside what a test asks for, to keep a browser's own cache out of it. */
const isDirt = ([name, value]) => value === 'nothing-to-see-here' || (name === 'Pragma' && value === 'foo');

/** The suite's fetch over a client of homing with an HTTP cache. */
export function homingFetch(mode, options = {}) {
  const cache = httpCacheMiddleware({ mode, ...options });
  const request = (method) =>
    defineRequest()({ method, path: '/', place: undefined, responseType: 'text', errorType: 'text' });
  const clients = new Map();
  const clientOf = (url) => {
    if (!clients.has(url)) {
      const requests = Object.fromEntries(METHODS.map((method) => [method, request(method)]));
      const toUrl = (ctx, next) => {
        ctx.request.url = url;
        return next();
      };
      clients.set(url, createApi({ baseUrl: 'http://localhost', middleware: [toUrl, cache], requests }));
    }
    return clients.get(url);
  };
  return async (url, { method = 'GET', headers, body, cache: cacheMode, signal, ...fetchOptions }) => {
    const kept = mode === 'shared' ? headers.filter((pair) => !isDirt(pair)) : headers;
    const options = { headers: kept, signal, fetchOptions };
    if (mode === 'private' && cacheMode) fetchOptions.cache = cacheMode;
    const { data, error, response } = await clientOf(url)[method](body, options);
    if (error && error.kind !== 'http') throw error.cause ?? error;
    const text = error ? (error.body ?? '') : data;
    const { status, statusText, headers: answered } = response;
    return {
      status,
      statusText,
      headers: answered,
      ok: response.ok,
      text: () => Promise.resolve(typeof text === 'string' ? text : ''),
    };
  };
}
