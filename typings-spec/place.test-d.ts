import { createApi, defineRequest, type Place, type Placement, Request, type RequestConfig } from 'homing';
import { expectError, expectType } from 'tsd';

declare const file: Blob;
declare const anyConfig: RequestConfig;

// `place` gets what a call is made with: the params of the path and the declared ones.
const upload = defineRequest<undefined, { file: Blob }>()({
  method: 'PUT',
  path: '/files/{name}',
  responseType: 'none',
  place: ({ name, file }, names) => {
    expectType<string | number>(name);
    expectType<Blob>(file);
    expectType<readonly string[]>(names);
    return { path: { name }, body: file };
  },
});

// So it does where nothing is written.
const find = defineRequest()({
  method: 'GET',
  path: '/users/:id',
  place: ({ id }) => ({ path: { id }, query: { a: [1] }, headers: { 'x-a': 'b' } }),
});

// Of the class, it gets the params that are written.
const search = new Request<{ tags: string[] }, number>({
  method: 'GET',
  path: '/search',
  place: ({ tags }) => ({ query: `tags=${tags.join()}` }),
});
const other = new Request<{ a: number }>(anyConfig);

const api = createApi({ baseUrl: '', requests: { upload, find, search, other } });
void api.upload({ name: 'a', file });
void api.find({ id: 1 });
void api.search({ tags: ['a'] });
expectError(api.upload({ name: 'a' }));

// A Date may be declared for the query: `place` makes text of it.
defineRequest<number, { since: Date }>()({
  method: 'GET',
  path: '/log',
  place: ({ since }) => ({ query: { since: since.toISOString() } }),
});

// What it gives has four members, and is there at once.
expectError(defineRequest()({ method: 'GET', path: '/', place: () => ({ header: {} }) }));
expectError(defineRequest()({ method: 'GET', path: '/', place: () => 'path' }));
expectError(defineRequest()({ method: 'GET', path: '/', place: async () => ({}) }));
expectError(defineRequest()({ method: 'GET', path: '/', place: {} }));

// A function for all params goes everywhere.
declare const anywhere: (params: object, names: readonly string[]) => Placement;
defineRequest<number, { a: number }>()({ method: 'GET', path: '/{id}', place: anywhere });
new Request<{ a: number }>({ method: 'GET', path: '/{id}', place: anywhere });
expectType<Placement>(({} as Place<{ a: number }>)({ a: 1 }, []));
