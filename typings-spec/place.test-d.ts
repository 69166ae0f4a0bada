import {
  createApi,
  defineRequest,
  type ParamPlacement,
  type Placement,
  Request,
  type RequestConfig,
} from 'homing';
import { placed, places } from 'homing/openapi';
import { expectError, expectType } from 'tsd';

declare const file: Blob;
declare const anyConfig: RequestConfig;

// An inline function receives the declared params with their types. Any other name is a path param: the compiler checks
// the function before it knows the path.
const upload = defineRequest<undefined, { file: Blob }>()({
  method: 'PUT',
  path: '/files/{name}',
  responseType: 'none',
  place: placed(({ name, file }, names) => {
    expectType<string | number | undefined>(name);
    expectType<Blob>(file);
    expectType<readonly string[]>(names);
    return { path: { name }, body: file };
  }),
});

// The same is true if no params are declared.
const find = defineRequest()({
  method: 'GET',
  path: '/users/:id',
  place: placed(({ id }) => {
    expectType<string | number | undefined>(id);
    return { path: { id }, query: { a: [1] }, headers: { 'x-a': 'b' } };
  }),
});

// A path param that is also declared has the declared type.
const read = defineRequest<unknown, { id: number }>()({
  method: 'GET',
  path: '/users/:id',
  place: placed(({ id }) => {
    expectType<number>(id);
    return { path: { id: id.toFixed() } };
  }),
});

// In a Request, it receives the params that are written.
const search = new Request<{ tags: string[] }, number>({
  method: 'GET',
  path: '/search',
  place: placed((params) => {
    expectType<{ tags: string[] }>(params);
    return { query: `tags=${params.tags.join()}` };
  }),
});
search.with({ place: placed(({ tags }) => ({ query: { tags } })) });
const other = new Request<{ a: number }>(anyConfig);

const api = createApi({ baseUrl: '', requests: { upload, find, read, search, other } });
void api.upload({ name: 'a', file });
void api.find({ id: 1 });
void api.read({ id: 1 });
void api.search({ tags: ['a'] });
expectError(api.upload({ name: 'a' }));
expectError(api.read({ id: 'a' }));

// A Date and an object can be declared for the query, because the function converts them to strings.
defineRequest<number, { since: Date }>()({
  method: 'GET',
  path: '/log',
  place: placed(({ since }) => ({ query: { since: since.toISOString() } })),
});

// One of several params types is a choice.
defineRequest<number, { name: string } | { email: string }>()({
  method: 'PUT',
  path: '/users/:id',
  place: placed(({ id, ...body }) => ({ path: { id }, body })),
});

// A placement has five members, and isn't a promise.
expectError(defineRequest()({ method: 'GET', path: '/', place: placed(() => ({ header: {} })) }));
expectError(defineRequest()({ method: 'GET', path: '/', place: placed(() => 'path') }));
expectError(defineRequest()({ method: 'GET', path: '/', place: placed(async () => ({})) }));

// Only `placed` and `places` create the option.
expectError(defineRequest()({ method: 'GET', path: '/', place: {} }));
expectError(defineRequest()({ method: 'GET', path: '/', place: () => ({}) }));
expectError(new Request<{ a: number }>({ method: 'GET', path: '/', place: () => ({}) }));
expectError(defineRequest()({ method: 'GET', path: '/', place: placed }));
expectError(placed('x'));
expectError(placed());

// A function can declare its own params: all of the call, or fewer.
interface Upload {
  name: string | number;
  file: Blob;
}
const byName = ({ name, file }: Upload): Placement => ({ path: { name }, body: file });
defineRequest<number, { file: Blob }>()({ method: 'PUT', path: '/files/{name}', place: placed(byName) });
expectError(
  defineRequest<number, { file: Blob }>()({
    method: 'PUT',
    path: '/files/{name}',
    place: placed(({ file }: { file: number }) => ({ body: file })),
  }),
);

// A function for all params fits every endpoint, and so does a table.
declare const anywhere: (params: object, names: readonly string[]) => Placement;
defineRequest<number, { a: number }>()({ method: 'GET', path: '/{id}', place: placed(anywhere) });
new Request<{ a: number }>({ method: 'GET', path: '/{id}', place: placed(anywhere) });
defineRequest<number, { a: number[] }>()({ method: 'GET', path: '/{id}', place: places({ a: 'csv' }) });
new Request<{ a: number[] }>({ method: 'GET', path: '/{id}', place: places({ a: 'csv' }) });
expectType<Placement>(({} as ParamPlacement<{ a: number }>).place({ a: 1 }, []));
