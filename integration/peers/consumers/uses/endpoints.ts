import { createApi, defineRequest, Request, type RequestConfig } from 'homing';

interface User {
  id: number;
  name: string;
}

const api = createApi({
  baseUrl: 'https://api.example.com',
  requests: {
    getUser: defineRequest<User>()({ method: 'GET', path: '/users/:id' }),
    listUsers: defineRequest<User[], { page?: number; tags?: string[] }>()({ method: 'GET', path: '/users' }),
    createUser: defineRequest<User, { name: string }>()({ method: 'POST', path: '/users' }),
    moveUser: defineRequest<User, { to: string }>()({ method: 'PUT', path: '/teams/:team/users/:id.json' }),
    removeUser: defineRequest<undefined>()({ method: 'DELETE', path: '/users/:id', responseType: 'none' }),
    avatar: defineRequest()({ method: 'GET', path: '/users/:id/avatar', responseType: 'blob' }),
    cancel: defineRequest<User>()({ method: 'POST', path: '/v1/operations/:name:cancel' }),
    legacy: new Request<{ id: number; verbose?: boolean }, User>({ method: 'GET', path: '/legacy/:id' }),
    health: new Request({ method: 'HEAD', path: '/health' }),
  },
});

export const onePathParam = () => api.getUser({ id: 1 });

export const textForANumber = () => api.getUser({ id: 'me' });

export const allParamsOptional = () => [
  api.listUsers(),
  api.listUsers({}),
  api.listUsers({ page: 2, tags: ['a'] }),
];

export const body = () => api.createUser({ name: 'Ada' });

export const severalTokens = () => api.moveUser({ team: 'red', id: 1, to: 'blue' });

export const noBody = async (): Promise<undefined> => {
  const { data, error } = await api.removeUser({ id: 1 });
  if (error) throw error;
  return data;
};

export const blob = async (): Promise<Blob | null> => (await api.avatar({ id: 1 })).data;

export const colonInsideASegment = () => api.cancel({ name: 'job' });

export const requestClass = () => [api.legacy({ id: 1 }), api.legacy({ id: 1, verbose: true }), api.health()];

export const headersOfAnEndpoint = (): string | undefined => api.getUser.getHeaders()['authorization'];

export const configInAVariable = () => {
  const config: RequestConfig = { method: 'GET', path: '/users/:id', timeout: 1000 };
  return createApi({ baseUrl: '', requests: { any: defineRequest<User>()(config) } }).any({ id: 1 });
};

export const pathFromATemplate = (version: string) =>
  createApi({
    baseUrl: '',
    requests: { get: defineRequest<User>()({ method: 'GET', path: `/${version}/users` }) },
  }).get();

const withoutParams = createApi({
  baseUrl: '',
  requests: { me: defineRequest<User>()({ method: 'GET', path: '/me' }) },
});

export const refused = () => {
  // @ts-expect-error the path param is missing
  void api.getUser();
  // @ts-expect-error the path param is missing in the object too
  void api.getUser({});
  // @ts-expect-error an object is not a path param
  void api.getUser({ id: {} });
  // @ts-expect-error no such param
  void api.createUser({ name: 'Ada', age: 36 });
  // @ts-expect-error a param of another type
  void api.listUsers({ page: '2' });
  // @ts-expect-error no such endpoint
  void api.getNobody();
  // @ts-expect-error a fragment is never sent
  defineRequest<User>()({ method: 'GET', path: '/users/:id#top' });
  // @ts-expect-error a token in the query is never filled
  defineRequest<User>()({ method: 'GET', path: '/users?id=:id' });
  // @ts-expect-error 'none' gives undefined
  defineRequest<User>()({ method: 'GET', path: '/users', responseType: 'none' });
  // @ts-expect-error a query has no Dates
  defineRequest<User, { since: Date }>()({ method: 'GET', path: '/users' });
  // @ts-expect-error the second call is missing
  createApi({ baseUrl: '', requests: { getUser: defineRequest<User>() } });
  // @ts-expect-error the config goes into the second call
  defineRequest<User>({ method: 'GET', path: '/users' });
  // @ts-expect-error the endpoint has no params
  void withoutParams.me({ id: 1 });
  // @ts-expect-error no such method
  defineRequest<User>()({ method: 'FETCH', path: '/users' });
};
