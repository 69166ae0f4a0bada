import { createApi, defineRequest, Request } from 'homing';

export interface User {
  id: number;
  name: string;
}

export interface NotFound {
  missing: string;
}

export interface Busy {
  seconds: number;
}

export interface Page {
  items: string[];
  cursor?: string;
}

export const requests = {
  getUser: defineRequest<User, {}, { 404: NotFound; 503: Busy }>()({ method: 'GET', path: '/users/:id' }),
  find: defineRequest<User[], { name?: string }>()({ method: 'GET', path: '/users' }),
  list: defineRequest<Page, { cursor?: string; size?: number }, { 404: NotFound }>()({
    method: 'GET',
    path: '/list',
  }),
  rename: defineRequest<User, { name: string }, { 404: NotFound }>()({ method: 'PUT', path: '/users/:id' }),
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- as endpoints without data are declared
  remove: defineRequest<void>()({ method: 'DELETE', path: '/users/:id', responseType: 'none' }),
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- as endpoints without data are declared
  clear: defineRequest<void>()({ method: 'DELETE', path: '/users', responseType: 'none' }),
  ping: new Request<Record<string, never>, string>({ method: 'GET', path: '/ping', responseType: 'text' }),
  admin: { getLog: defineRequest<{ lines: string[] }>()({ method: 'GET', path: '/log/:day' }) },
};

export const api = createApi({ name: 'users', baseUrl: 'http://127.0.0.1', requests });
