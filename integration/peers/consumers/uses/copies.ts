import {
  ApiClient,
  type CopyOptions,
  createApi,
  defineRequest,
  type EndpointFunction,
  withHeaders,
} from 'homing';

const requests = {
  me: defineRequest<{ id: number }>()({ method: 'GET', path: '/me' }),
  save: defineRequest<undefined, { text: string }>()({
    method: 'PUT',
    path: '/notes/:id',
    responseType: 'none',
  }),
};
const api = createApi({ baseUrl: '', requests });

export const forAUser = (token: string): typeof api => api.withHeaders({ Authorization: `Bearer ${token}` });

export const byFunction = (token: string) => withHeaders(api, new Headers({ Authorization: token })).me();

export const chained = () =>
  api
    .withHeaders({ 'X-A': '1' })
    .withHeaders([['X-B', '2']], { dedupe: false })
    .withHeaders({}, { dedupe: true })
    .save({ id: 1, text: '' });

export const optionsInAVariable = (options: CopyOptions) => api.withHeaders({}, options);

export const namedType = (client: ApiClient<typeof requests>) => client.me();

export const constructed = (): ApiClient<typeof requests> => new ApiClient({ baseUrl: '', requests });

export const oneFunction = (me: EndpointFunction<Record<string, never>, { id: number }>) => me();

export const replaced = () => {
  api.me = createApi({ baseUrl: '/other', requests }).me;
};

export const refused = () => {
  // @ts-expect-error a copy is made with headers
  api.withHeaders();
  // @ts-expect-error a function of a client is not a client
  withHeaders(api.me, {});
  // @ts-expect-error a function of another endpoint
  api.me = api.save;
};
