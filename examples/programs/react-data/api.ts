import { createApi, defineRequest, type FetchLike } from 'homing';

export interface User {
  id: number;
  name: string;
  role: string;
}

/** The client of the page. A test passes its own fetch. */
export const makeApi = (baseUrl: string, fetch?: FetchLike) =>
  createApi({
    baseUrl,
    fetch,
    timeout: 5000,
    requests: {
      // Two components that show the same user share one request.
      getUser: defineRequest<User>()({ method: 'GET', path: '/users/:id', share: true }),
      // A new search aborts the previous one.
      search: defineRequest<string[], { q: string }>()({ method: 'GET', path: '/search', dedupe: true }),
    },
  });
