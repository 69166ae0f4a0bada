import { createApi, defineRequest } from 'homing';

const get = (path, more) => defineRequest()({ method: 'GET', path, ...more });

export const requests = {
  getUser: get('/users/:id'),
  find: get('/users'),
  /** Never gets a response. */
  slow: get('/slow/:id'),
  /** A newer call aborts an older call. */
  latest: get('/slow/:id', { dedupe: true }),
  list: get('/list'),
  rename: defineRequest()({ method: 'PUT', path: '/users/:id' }),
  clear: defineRequest()({ method: 'DELETE', path: '/users', responseType: 'none' }),
};

export const clientOf = (baseUrl, options) => createApi({ name: 'users', baseUrl, requests, ...options });
