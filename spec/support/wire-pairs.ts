import fc from 'fast-check';
import {
  type ApiConfig,
  type BodyStrategy,
  type CallOptions,
  createApi,
  type EndpointFunction,
  type Middleware,
  Request,
} from '../../lib/index.js';

/** The strategy below sends it as a separate line. Its content is in no field. */
class Row {
  id = 1;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get line(): string {
    return `${this.id};${this.#text}`;
  }
}

/** Has the same fields as a plain object. */
class Point {
  id = 1;
  x = 1;
}

const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The params by name, created for each use. Equal names mean equal params. */
const PARAMS: Readonly<Record<string, () => unknown>> = {
  fields: () => ({ id: 1, x: 1 }),
  'other fields': () => ({ id: 1, x: 2 }),
  'a number as text': () => ({ id: 1, x: '1' }),
  'a list': () => ({ id: 1, x: ['a', 'b'] }),
  'a list in one text': () => ({ id: 1, x: 'a,b' }),
  'a list of one': () => ({ id: 1, x: ['a'] }),
  'no x': () => ({ id: 1 }),
  'x of null': () => ({ id: 1, x: null }),
  'x that is undefined': () => ({ id: 1, x: undefined }),
  'an instance': () => new Point(),
  'a Map': () =>
    new Map([
      ['id', 1],
      ['x', 1],
    ]),
  'a row': () => new Row('a'),
  'another row': () => new Row('b'),
  'the fields of a row': () => ({ id: 1 }),
  'nested fields': () => ({ id: 1, x: { a: 1 } }),
  'a nested instance': () => ({ id: 1, x: Object.assign(new Point(), { id: 2 }) }),
  'nested bytes': () => ({ id: 1, x: bytes(1, 2) }),
  'a nested Buffer': () => ({ id: 1, x: Buffer.from([1, 2]) }),
  'a nested Date': () => ({ id: 1, x: new Date(0) }),
  'a nested NaN': () => ({ id: 1, x: [NaN] }),
  'a nested hole': () => ({ id: 1, x: [undefined] }),
  'a __proto__ of its own': () => JSON.parse('{"id":1,"__proto__":{"x":1}}') as object,
  'an array': () => [1, 'a'],
  'another array': () => [1, 'b'],
  'a text': () => '{"id":1,"x":1}',
  'another text': () => 'x=1',
  URLSearchParams: () => new URLSearchParams('id=1&x=1'),
  'other URLSearchParams': () => new URLSearchParams('x=1'),
  'some bytes': () => textBytes('{"id":1,"x":1}'),
  'other bytes': () => bytes(1, 2),
  'the same in words': () => new Uint16Array([513]),
  'an ArrayBuffer': () => bytes(1, 2).buffer,
  'another ArrayBuffer': () => bytes(1, 3).buffer,
  'a Blob': () => new Blob(['x=1']),
  'another Blob': () => new Blob(['x=2'], { type: 'text/csv' }),
  FormData: () => formData('1'),
  'other FormData': () => formData('2'),
  nothing: () => undefined,
};

const formData = (x: string): FormData => {
  const data = new FormData();
  data.set('x', x);
  return data;
};

/** These need not be compared: a separate request is always correct. */
export const INCOMPARABLE = /Blob|FormData|URLSearchParams|ArrayBuffer|bytes|words|Buffer|row$/;

const HEADERS: Readonly<Record<string, CallOptions['headers']>> = {
  none: {},
  'a type': { 'content-type': 'application/json' },
  'another type': { 'Content-Type': 'text/csv' },
  'a type with a profile': { 'content-type': 'application/json; profile="https://a.test/A"' },
  'a type with another profile': { 'content-type': 'application/json; profile="https://a.test/a"' },
  'a user': { Authorization: 'a' },
  'another user': { authorization: 'b' },
  'a language': { 'accept-language': 'de' },
  'two in one': { 'x-a': '1, 2' },
  'one of the two': { 'x-a': '1' },
};

type Edit = (request: Parameters<Middleware>[0]['request']) => void;

/** Changes of the client's middleware before a key is computed, selected by a header that it removes. */
const EDITS: Readonly<Record<string, Edit>> = {
  nothing: () => {},
  method: (request) => (request.method = 'PATCH'),
  query: (request) => (request.url += `${request.url.includes('?') ? '&' : '?'}added=1`),
  'another query': (request) => (request.url += `${request.url.includes('?') ? '&' : '?'}added=2`),
  header: (request) => request.headers.set('x-edited', '1'),
  'another header': (request) => request.headers.set('x-edited', '2'),
  body: (request) => (request.body = 'edited'),
  'another body': (request) => (request.body = 'edited again'),
  'no body': (request) => (request.body = null),
};

/** One request, described by names. Two requests with equal names are equal. */
export interface Asked {
  readonly endpoint: 'get' | 'post' | 'put' | 'patch';
  readonly params: string;
  readonly headers: string;
  readonly edit: string;
  /** The caller changes its params after the call. Only fields can change. */
  readonly changes: boolean;
}

const names = (table: object): string[] => Object.keys(table);

const USUAL = { endpoint: 'post', headers: 'none', edit: 'nothing', changes: true } as const;

/** All params in each endpoint, with all headers, and with all edits. */
export const everyAsked: readonly Asked[] = names(PARAMS).flatMap((params): Asked[] => [
  ...(['get', 'post', 'put', 'patch'] as const).map((endpoint) => ({ ...USUAL, params, endpoint })),
  ...names(HEADERS).map((headers) => ({ ...USUAL, params, headers })),
  ...names(EDITS).map((edit) => ({ ...USUAL, params, edit })),
]);

/** A random one of all. */
export const anyAsked: fc.Arbitrary<Asked> = fc.record({
  endpoint: fc.constantFrom('get', 'post', 'post', 'put', 'patch'),
  params: fc.constantFrom(...names(PARAMS)),
  headers: fc.constantFrom(...names(HEADERS)),
  edit: fc.constantFrom(...names(EDITS)),
  changes: fc.boolean(),
});

const rows: BodyStrategy = {
  accepts: (value) => value instanceof Row,
  encode: (value) => ({ body: (value as Row).line, contentType: 'text/csv' }),
};

const bodyOf = async (body: unknown): Promise<unknown> => {
  if (body == null) return null;
  if (body instanceof FormData) return [...body];
  return Buffer.from(await new Response(body as Blob).arrayBuffer()).toString('latin1');
};

/** The query sorted by name, because the order of params doesn't matter. */
const sorted = (url: string): string => {
  const { origin, pathname, searchParams } = new URL(url);
  searchParams.sort();
  return `${origin}${pathname}?${String(searchParams)}`;
};

/** The identity of a request, as a string. A content type counts only if there is content. */
const wireOf = async (url: string, init: RequestInit): Promise<string> => {
  const body = await bodyOf(init.body);
  const headers = [...new Headers(init.headers)].filter(([name]) => name !== 'content-type' || body !== null);
  return JSON.stringify([init.method, sorted(url), headers, body]);
};

/** The stub's header that selects the edit. It is never sent. */
const EDIT = 'x-edit';

const edits: Middleware = async (ctx, next) => {
  const { headers } = ctx.request;
  EDITS[headers.get(EDIT)!]!(ctx.request);
  headers.delete(EDIT);
  return next();
};

type Client = Readonly<Record<Asked['endpoint'], EndpointFunction<unknown, string>>>;

/** A client whose responses repeat the request, and the number of its requests. */
export const echoing = (config: Partial<ApiConfig> = {}, endpoint: { readonly share?: boolean } = {}) => {
  const sent: string[] = [];
  const { middleware = [], ...more } = config;
  const define = (method: 'GET' | 'POST' | 'PUT' | 'PATCH') =>
    new Request<unknown, string>({ method, path: '/a', ...endpoint });
  const api = createApi({
    baseUrl: 'https://api.test',
    bodyStrategies: [rows],
    ...more,
    middleware: [edits, ...middleware],
    fetch: async (url: string, init: RequestInit) => {
      // Read immediately, like the platform's fetch.
      const wire = wireOf(url, init);
      sent.push(await wire);
      return new Response(JSON.stringify(await wire));
    },
    requests: { get: define('GET'), post: define('POST'), put: define('PUT'), patch: define('PATCH') },
  });
  return { api: api as unknown as Client, sent };
};

/** Its newly created params, and its options. */
export const partsOf = ({ params, headers, edit }: Asked): [unknown, CallOptions] => [
  PARAMS[params]!(),
  { headers: { ...(HEADERS[headers] as object), [EDIT]: edit } },
];

/** Changes the caller's params, if this request does that. */
export const change = ({ changes }: Asked, params: unknown): void => {
  if (changes && Object.prototype.toString.call(params) === '[object Object]')
    Object.assign(params as object, { id: 9 });
};

const alone = echoing().api;

/** The content that a single request sends; null if the request is rejected. */
export const wireAlone = async (asked: Asked): Promise<string | null> =>
  (await alone[asked.endpoint](...partsOf(asked))).data;
