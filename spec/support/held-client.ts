import { vi } from 'vitest';
import { createApi, type MiddlewareEntry, Request, type RequestConfig } from '../../lib/index.js';
import type { Untyped } from './capture.js';
import { heldFetch } from './held-fetch.js';

/** A client with one endpoint, `read`. The spec responds to its requests. */
export const heldClient = (middleware: readonly MiddlewareEntry[], endpoint: Partial<RequestConfig> = {}) => {
  const { fetch, requests } = heldFetch();
  const onError = vi.fn();
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch,
    onError,
    middleware,
    requests: { read: new Request<Untyped, Untyped>({ method: 'GET', path: '/', ...endpoint }) },
  });
  return { api, requests, onError };
};
