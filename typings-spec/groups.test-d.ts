import { expectError, expectType } from 'tsd';
import {
  createApi,
  defineRequest,
  type EndpointFunction,
  Request,
  type Result,
  withHeaders,
} from '../dist/index.js';
import * as users from './support/users-module.js';

const get = defineRequest<{ name: string }>()({ method: 'GET', path: '/users/:id' });
const api = createApi({
  baseUrl: '',
  requests: {
    users: {
      get,
      posts: { list: new Request<{ page: number }, string[]>({ method: 'GET', path: '/posts' }) },
    },
    module: users,
  },
});

// Groups are typed at any depth, as the endpoints in them are.
expectType<Promise<Result<{ name: string }>>>(api.users.get({ id: 1 }));
expectType<EndpointFunction<{ page: number }, string[]>>(api.users.posts.list);
expectType<Promise<Result<{ name: string }>>>(api.module.find({ id: 1 }));
expectType<typeof api>(withHeaders(api, {}));
expectType<typeof api>(api.with({}));
expectError(api.users.get({}));
expectError(api.users.post());
expectError(api.users.posts.list({ page: '1' }));
expectError(api.users());

// A copy is made of a client, not of a group of it.
expectError(api.users.with({}));

// What is neither an endpoint nor a group.
expectError(createApi({ baseUrl: '', requests: { users: { get: 5 } } }));
expectError(createApi({ baseUrl: '', requests: { users: { get: { method: 'GET', path: '/' } } } }));
