import { createApi, defineRequest, type Result } from 'homing';
import { placed } from 'homing/openapi';
import { expectError, expectType } from 'tsd';

interface User {
  id: number;
}

interface NewUser {
  name: string;
}

const api = createApi({
  baseUrl: '',
  requests: {
    form: defineRequest<User, FormData>()({ method: 'POST', path: '/users' }),
    text: defineRequest<User, string>()({ method: 'POST', path: '/users' }),
    list: defineRequest<User[], NewUser[]>()({ method: 'POST', path: '/users' }),
    parts: defineRequest<User, AsyncIterable<Uint8Array | string>>()({ method: 'POST', path: '/users' }),
    map: defineRequest<User, Map<string, string>>()({ method: 'POST', path: '/users' }),
    record: defineRequest<User, NewUser>()({ method: 'POST', path: '/users' }),
    open: defineRequest<User, Record<string, unknown>>()({ method: 'POST', path: '/users/:id' }),
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a user may write
    any: defineRequest<User, any>()({ method: 'POST', path: '/users/:id' }),
    narrowed: defineRequest<User, { id: number }>()({ method: 'GET', path: '/users/:id' }),
    literal: defineRequest<User, { kind: 'a' | 'b'; id?: string }>()({ method: 'GET', path: '/:kind/:id' }),
    choice: defineRequest<User, { name: string } | { email: string }>()({
      method: 'PUT',
      path: '/users/:id',
    }),
  },
});

// A whole body may be the params of a path without tokens.
void api.form(new FormData());
void api.text('text');
void api.list([{ name: 'a' }]);
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the types of Node have their streams
declare const readable: AsyncIterable<any>;
void api.parts(readable);
void api.parts(
  (async function* () {
    yield 'a';
    yield new Uint8Array(1);
  })(),
);
expectError(
  api.parts(
    (async function* () {
      yield 1;
    })(),
  ),
);
expectError(api.parts(['a']));
void api.map(new Map([['name', 'a']]));
void api.record({ name: 'a' });
expectError(api.form({}));
expectError(api.form());
expectError(api.text(1));
expectError(api.text());
expectError(api.list({ name: 'a' }));
expectError(api.list([{ name: 1 }]));

// Open params leave the path's required.
void api.open({ id: 1, other: true });
expectError(api.open({ other: true }));
void api.any({ id: 1, other: true });

// A param named in the path and in the type argument has both types.
expectType<{ id: number }>({} as Parameters<typeof api.narrowed>[0]);
expectError(api.narrowed({ id: 'a' }));

// It is required, though the type argument says that it is optional.
void api.literal({ kind: 'a', id: 'x' });
expectError(api.literal({ kind: 'a' }));
expectError(api.literal({ kind: 'c', id: 'x' }));
expectError(api.literal({ kind: 'a', id: 1 }));

// One of several params types is a choice.
void api.choice({ id: 1, name: 'a' });
void api.choice({ id: 1, email: 'a' });
expectError(api.choice({ id: 1 }));
expectError(api.choice({ name: 'a' }));

// A Date declared for the query is refused, by a missing property that names it.
expectError(defineRequest<User, { since: Date }>()({ method: 'GET', path: '/users' }));
expectError(defineRequest<unknown, { since?: Date }>()({ method: 'DELETE', path: '/users' }));
expectError(defineRequest<User, { since: Date | string }>()({ method: 'HEAD', path: '/users' }));
expectError(
  defineRequest<User, { since: Date | null; q: string }>()({ method: 'POST', path: '/', bodyAs: 'query' }),
);
expectError(defineRequest<User, Record<string, Date>>()({ method: 'GET', path: '/users' }));
defineRequest<User, { since: Date }>()({ method: 'GET', path: '/users', __dateInQuery: null as never });

// So are Dates in a list, and objects.
expectError(defineRequest<User, { days: Date[] }>()({ method: 'GET', path: '/users' }));
expectError(defineRequest<User, { days?: readonly (Date | string)[] }>()({ method: 'GET', path: '/users' }));
expectError(defineRequest<User, { filter: { name: string } }>()({ method: 'GET', path: '/users' }));
expectError(defineRequest<User, { filter?: NewUser | null; q: string }>()({ method: 'GET', path: '/users' }));
expectError(defineRequest<User, { filters: NewUser[] }>()({ method: 'OPTIONS', path: '/users' }));
expectError(defineRequest<User, { filter: NewUser }>()({ method: 'POST', path: '/', bodyAs: 'query' }));
expectError(defineRequest<User, { pairs: string[][] }>()({ method: 'GET', path: '/users' }));
expectError(defineRequest<User, Record<string, NewUser>>()({ method: 'GET', path: '/users' }));
defineRequest<User, { filter: NewUser }>()({ method: 'GET', path: '/users', __objectInQuery: null as never });

// A place may write them, and a body has them.
defineRequest<User, { filter: NewUser; days: Date[] }>()({
  method: 'GET',
  path: '/',
  place: placed(() => ({})),
});
defineRequest<User, { filter: NewUser; days: Date[] }>()({ method: 'POST', path: '/users' });
defineRequest<User, { filter: NewUser }>()({ method: 'DELETE', path: '/users', bodyAs: 'body' });

// Whatever has a text in a query goes there.
type Branded = string & { readonly __brand: 'id' };
defineRequest<
  User,
  { id: Branded; kind: 'a' | 1; on?: boolean | null; big: bigint; tags: readonly string[] }
>()({
  method: 'GET',
  path: '/users',
});
defineRequest<User, URLSearchParams>()({ method: 'GET', path: '/users' });

// In a body it becomes its ISO 8601 text.
const dated = createApi({
  baseUrl: '',
  requests: {
    post: defineRequest<User, { at: Date }>()({ method: 'POST', path: '/users/:id' }),
    withBody: defineRequest<User, { at: Date }>()({ method: 'GET', path: '/users', bodyAs: 'body' }),
    left: defineRequest<unknown, { at: Date }>()({ method: 'PUT', path: '/users', bodyAs: undefined }),
    text: defineRequest<unknown, { at: Date }>()({ method: 'PATCH', path: '/users', responseType: 'text' }),
  },
});
void dated.post({ id: 1, at: new Date() });
expectError(dated.post({ id: 1, at: 'now' }));
expectType<Promise<Result<string>>>(dated.text({ at: new Date() }));

// What may be anything is looked at when the call is made.
defineRequest<User, { since: unknown }>()({ method: 'GET', path: '/users' });
defineRequest<User, { since: object }>()({ method: 'GET', path: '/users' });
defineRequest<User, Record<string, unknown>>()({ method: 'GET', path: '/users' });
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a user may write
defineRequest<User, any>()({ method: 'GET', path: '/users' });
