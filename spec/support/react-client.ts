import { type ApiClient, type ApiConfig, createApi, defineRequest, withHeaders } from '../../lib/index.js';
import { heldFetch } from './held-fetch.js';

export interface User {
  readonly name: string;
}

const user = () => defineRequest<User, { id: number }>()({ method: 'GET', path: '/users/:id' });

const requests = () => ({
  read: user(),
  other: user(),
  newest: defineRequest<User, { id: number }>()({ method: 'GET', path: '/users/:id', dedupe: true }),
  list: defineRequest<User[]>()({ method: 'GET', path: '/users' }),
  send: defineRequest<User, FormData>()({ method: 'POST', path: '/users' }),
});

/** A client whose requests wait for a response from the spec. */
export const held = (client: Partial<ApiConfig> = {}) => {
  const { fetch, requests: sent } = heldFetch();
  const api: ApiClient<ReturnType<typeof requests>> = createApi({
    baseUrl: 'http://api.test',
    fetch,
    ...client,
    requests: requests(),
  });
  return {
    api,
    sent,
    paths: (): string[] => sent.map(({ url }) => url.replace('http://api.test', '')),
    aborted: (): boolean[] => sent.map(({ init }) => init.signal?.aborted ?? false),
    as: (name: string) => withHeaders(api, { 'x-user': name }),
  };
};
