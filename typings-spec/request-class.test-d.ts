import { createApi, Request, type Result } from 'homing';
import { expectError, expectType } from 'tsd';

interface User {
  id: number;
}

const api = createApi({
  baseUrl: '',
  requests: {
    none: new Request<Record<string, never>, User[]>({ method: 'GET', path: '/users' }),
    written: new Request<{ id: number; page?: number }, User>({ method: 'GET', path: '/users/:id' }),
    optional: new Request<{ page?: number }, User[]>({ method: 'GET', path: '/users' }),
    unchecked: new Request<{ other: string }, User>({ method: 'GET', path: '/users/:id' }),
    fragment: new Request<Record<string, never>, User>({ method: 'GET', path: '/users#top' }),
    queryToken: new Request<Record<string, never>, User>({ method: 'GET', path: '/users?sort=:sort' }),
    form: new Request<FormData, User>({ method: 'POST', path: '/users' }),
    untyped: new Request({ method: 'GET', path: '/users' }),
  },
});

// `Record<string, never>` is for no params.
expectType<Promise<Result<User[]>>>(api.none());
void api.none({});
expectError(api.none({ id: 1 }));

// The params are those that are written, for path, query and body.
void api.written({ id: 1, page: 2 });
expectError(api.written());
expectError(api.written({ id: '1' }));
expectError(api.written({ id: 1, size: 2 }));
void api.optional();
void api.form(new FormData());
expectError(api.form({}));

// They are not checked against the path, nor is the path.
void api.unchecked({ other: 'x' });
void api.fragment();
void api.queryToken();

// Without types it takes no params and gives unknown data.
expectType<Promise<Result<unknown>>>(api.untyped());

// The config is still checked.
expectError(new Request<Record<string, never>, User>({ method: 'GET' }));
expectError(new Request<Record<string, never>, User>({ method: 'FETCH', path: '/users' }));
