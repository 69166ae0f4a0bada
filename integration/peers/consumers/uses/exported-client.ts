// A module of an application: its declarations are emitted, and have to name every type that they show.
import {
  cacheMiddleware,
  createApi,
  createGraphQL,
  defineRequest,
  Operation,
  paginate,
  Plugin,
  poll,
  retryMiddleware,
} from 'homing';
import { loginSchema } from './login-schema.js';

export interface User {
  id: number;
  name: string;
}

export const cache = cacheMiddleware({ ttl: 1000 });

export const api = createApi({
  baseUrl: 'https://api.example.com',
  middleware: [retryMiddleware(2), cache],
  requests: {
    getUser: defineRequest<User>()({ method: 'GET', path: '/users/:id' }),
    listUsers: defineRequest<User[], { page?: number }>()({ method: 'GET', path: '/users' }),
    validated: defineRequest()({ method: 'GET', path: '/me', schema: loginSchema }),
  },
});

export const graphql = createGraphQL({
  endpoint: '/graphql',
  queries: {
    viewer: new Operation<{ id: string }, { viewer: User }>({ operation: '{ viewer { id name } }' }),
  },
});

export const endpoint = defineRequest<User, { verbose: boolean }>()({ method: 'GET', path: '/:team/:id' });

export const forUser = (token: string) => api.withHeaders({ Authorization: token });

export const pages = () => paginate(api.listUsers, {}, { next: () => null });

export const watching = (id: number) => poll(api.getUser, { id }, () => {}, { every: 1000 });

export const load = async (id: number) => {
  const { data, error } = await api.getUser({ id });
  return error ?? data;
};

export class Tracing extends Plugin {
  readonly seen: string[] = [];

  protected override onRequest({ request }: Parameters<Plugin['handle']>[0]) {
    this.seen.push(request.url);
  }
}
