// Libraries that use fetch. Retries are off. All other defaults of the libraries stay.
import { createFetch as createBetterFetch } from '@better-fetch/fetch';
import axios from 'axios';
import ky from 'ky';
import { createFetch } from 'ofetch';
import createOpenApiClient from 'openapi-fetch';
import { up } from 'up-fetch';
import wretch from 'wretch';

/** @param clientOf Creates `get` and `post` from the base, the fetch and the options of every call, which can be undefined. */
const peer = (name, clientOf) => ({
  name,
  make: (base, { fetch = globalThis.fetch, signal } = {}) => clientOf(base, fetch, signal && { signal }),
});

const ofetchPeer = peer('ofetch', (baseURL, fetch, options) => {
  const api = createFetch({ fetch }).create({ baseURL, retry: 0 });
  return {
    get: (id) => api(`/users/${encodeURIComponent(id)}`, options),
    post: (id) => api('/users', { method: 'POST', body: { id, name: 'Ada' }, ...options }),
  };
});

const kyPeer = peer('ky', (prefix, fetch, options) => {
  const api = ky.create({ prefix, retry: 0, fetch });
  return {
    get: (id) => api.get(`users/${encodeURIComponent(id)}`, options).json(),
    post: (id) => api.post('users', { json: { id, name: 'Ada' }, ...options }).json(),
  };
});

const wretchPeer = peer('wretch', (base, fetch, options) => {
  const plain = wretch(base).fetchPolyfill(fetch);
  const api = options ? plain.options(options) : plain;
  return {
    get: (id) => api.get(`/users/${encodeURIComponent(id)}`).json(),
    post: (id) => api.post({ id, name: 'Ada' }, '/users').json(),
  };
});

const upFetchPeer = peer('up-fetch', (baseUrl, fetch, options) => {
  const api = up(fetch, () => ({ baseUrl }));
  return {
    get: (id) => api(`/users/${encodeURIComponent(id)}`, options),
    post: (id) => api('/users', { method: 'POST', body: { id, name: 'Ada' }, ...options }),
  };
});

const openApiPeer = peer('openapi-fetch', (baseUrl, fetch, options) => {
  const api = createOpenApiClient({ baseUrl, fetch });
  return {
    get: (id) => api.GET('/users/{id}', { params: { path: { id } }, ...options }),
    post: (id) => api.POST('/users', { body: { id, name: 'Ada' }, ...options }),
  };
});

const betterFetchPeer = peer('@better-fetch/fetch', (baseURL, customFetchImpl, options) => {
  const api = createBetterFetch({ baseURL, customFetchImpl });
  return {
    get: (id) => api('/users/:id', { params: { id }, ...options }),
    post: (id) => api('/users', { method: 'POST', body: { id, name: 'Ada' }, ...options }),
  };
});

const axiosOnFetch = peer('axios (fetch)', (baseURL, fetch, options) => {
  const { Request, Response } = globalThis;
  const api = axios.create({ baseURL, adapter: 'fetch', env: { fetch, Request, Response } });
  return {
    get: async (id) => (await api.get(`/users/${encodeURIComponent(id)}`, options)).data,
    post: async (id) => (await api.post('/users', { id, name: 'Ada' }, options)).data,
  };
});

export const fetchPeers = [
  ofetchPeer,
  kyPeer,
  wretchPeer,
  upFetchPeer,
  openApiPeer,
  betterFetchPeer,
  axiosOnFetch,
];
