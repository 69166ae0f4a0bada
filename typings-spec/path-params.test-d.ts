import { createApi, defineRequest, type RequestConfig } from 'homing';
import { expectError, expectType } from 'tsd';

interface User {
  id: number;
}

declare const anyPath: string;
declare const anyConfig: RequestConfig;
declare const underApi: `/api/${string}`;

const api = createApi({
  baseUrl: '',
  requests: {
    one: defineRequest<User>()({ method: 'GET', path: '/users/:id' }),
    several: defineRequest<User>()({ method: 'GET', path: '/orgs/:orgId/users/:user_id2' }),
    repeated: defineRequest<User>()({ method: 'GET', path: '/users/:id/copies/:id' }),
    extension: defineRequest<User>()({ method: 'GET', path: '/users/:id.json' }),
    leading: defineRequest<User>()({ method: 'GET', path: ':tenant/users' }),
    inside: defineRequest<User>()({ method: 'GET', path: '/items/v:version/at' }),
    verb: defineRequest<User>()({ method: 'POST', path: '/v1/operations/:name:cancel' }),
    time: defineRequest<User>()({ method: 'GET', path: '/time/12:30' }),
    unnamed: defineRequest<User>()({ method: 'GET', path: '/a/:/b/:-x' }),
    accent: defineRequest<User>()({ method: 'GET', path: '/a/:idé' }),
    query: defineRequest<User>()({ method: 'GET', path: '/users/:id?sort=name&back=/:nowhere' }),
    eight: defineRequest<User>()({ method: 'GET', path: '/:a/:b/:c/:d/:e/:f/:g/:h' }),
    wide: defineRequest<User, { id: bigint; on?: boolean }>()({ method: 'GET', path: '/users/:id/:on' }),
    others: defineRequest<User, { page?: number; q: string }>()({ method: 'GET', path: '/users/:id' }),
    unknownPath: defineRequest<User>()({ method: 'GET', path: anyPath }),
    unknownConfig: defineRequest<User>()(anyConfig),
    hole: defineRequest<User>()({ method: 'GET', path: underApi }),
    holeAndToken: defineRequest<User>()({ method: 'GET', path: `${underApi}/users/:id` }),
    holeAndParams: defineRequest<User, { page: number }>()({ method: 'GET', path: underApi }),
    braces: defineRequest<User>()({ method: 'GET', path: '/files/{name}.{ext}' }),
    inCall: defineRequest<User>()({ method: 'GET', path: '/f(x={x},y={y})' }),
    hyphen: defineRequest<User, { q?: string }>()({ method: 'GET', path: '/{enterprise-team}/{a.b}?x=1' }),
    bracesAndColons: defineRequest<User>()({ method: 'GET', path: '/a/:text/{id}:stop' }),
    noBraces: defineRequest<User>()({ method: 'GET', path: '/{}/{"a":1}/{a/b}/:id' }),
    nested: defineRequest<User>()({ method: 'GET', path: '/{a{b}c}' }),
    holeInBraces: defineRequest<User>()({ method: 'GET', path: `${underApi}/{id}` }),
    either: defineRequest<User>()({ method: 'GET', path: '/a/:x' as '/a/:x' | '/b/:y' }),
  },
});

// A token of the path is a required param, a string or a number.
expectType<{ id: string | number }>({} as Parameters<typeof api.one>[0]);
void api.one({ id: 'a' });
void api.one({ id: 1 });
expectError(api.one());
expectError(api.one({}));
expectError(api.one({ id: true }));
expectError(api.one({ id: undefined }));

// Every token counts.
expectType<{ orgId: string | number; user_id2: string | number }>({} as Parameters<typeof api.several>[0]);
expectError(api.several({ orgId: 1 }));

// A declared path param can be any value that a path takes: a bigint, a boolean. It stays required.
expectType<{ id: bigint; on: boolean }>({} as Parameters<typeof api.wide>[0]);
expectError(api.wide({ id: 1n }));

// A repeated token is one param.
expectType<{ id: string | number }>({} as Parameters<typeof api.repeated>[0]);

// A name ends at the first character that no name has.
expectType<{ id: string | number }>({} as Parameters<typeof api.extension>[0]);
expectType<{ id: string | number }>({} as Parameters<typeof api.accent>[0]);

// A path may begin with a token.
expectType<{ tenant: string | number }>({} as Parameters<typeof api.leading>[0]);

// A colon inside a segment is text.
void api.inside();
expectError(api.inside({ verb: 'x' }));
expectType<{ name: string | number }>({} as Parameters<typeof api.verb>[0]);
void api.time();
expectError(api.time({ 30: 1 }));

// A colon without a name is text.
void api.unnamed();

// The query of a path has no tokens; what looks like a segment there is text.
expectType<{ id: string | number }>({} as Parameters<typeof api.query>[0]);

// Long paths are read to their end.
void api.eight({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 });
expectError(api.eight({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 }));

// Path params and the others are one flat object type, optional ones still optional.
expectType<{ id: string | number; page?: number; q: string }>({} as Parameters<typeof api.others>[0]);
void api.others({ id: 1, q: 'x' });
expectError(api.others({ id: 1 }));
expectError(api.others({ q: 'x' }));
expectError(api.others({ id: 1, q: 'x', sort: 'name' }));

// Params in braces may stand anywhere, under names of any kind.
expectType<{ name: string | number; ext: string | number }>({} as Parameters<typeof api.braces>[0]);
expectType<{ x: string | number; y: string | number }>({} as Parameters<typeof api.inCall>[0]);
expectType<{ 'enterprise-team': string | number; 'a.b': string | number; q?: string }>(
  {} as Parameters<typeof api.hyphen>[0],
);
expectError(api.braces({ name: 'a' }));

// In a path with braces colons are text; braces that are no param leave colons as they are.
expectType<{ id: string | number }>({} as Parameters<typeof api.bracesAndColons>[0]);
expectType<{ id: string | number }>({} as Parameters<typeof api.noBraces>[0]);
expectType<{ b: string | number }>({} as Parameters<typeof api.nested>[0]);
expectType<{ id: string | number }>({} as Parameters<typeof api.holeInBraces>[0]);

// A path that isn't known at compile time takes any params.
void api.unknownPath();
void api.unknownPath({ id: 1 });
void api.unknownConfig({ id: 1 });

// So does one with a hole, but the tokens that can be seen are required.
void api.hole({ id: 1 });
expectType<{ id: string | number }>({} as Parameters<typeof api.holeAndToken>[0]);
expectError(api.holeAndToken({}));

// With declared params, a path that isn't known takes these.
expectError(api.holeAndParams({ page: 1, id: 1 }));

// A path out of several takes the params of one.
void api.either({ x: 1 });
void api.either({ y: 1 });
expectError(api.either({}));
