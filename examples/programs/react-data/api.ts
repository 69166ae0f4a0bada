import { createApi, defineRequest, type FetchLike } from 'homing';

export interface User {
  id: number;
  name: string;
  role: string;
}

/** All that the page asks for. A test hands in a fetch of its own. */
export const makeApi = (baseUrl: string, fetch?: FetchLike) =>
  createApi({
    baseUrl,
    fetch,
    timeout: 5000,
    requests: {
      // Two components that show the same user ask once.
      getUser: defineRequest<User>()({ method: 'GET', path: '/users/:id', share: true }),
      // A newer search ends the older one.
      search: defineRequest<string[], { q: string }>()({ method: 'GET', path: '/search', dedupe: true }),
    },
  });
