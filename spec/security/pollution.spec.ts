import { afterEach, describe, expect, it } from '@jest/globals';
import {
  cacheMiddleware,
  createApi,
  createGraphQL,
  Operation,
  paginate,
  pollUntil,
  Request,
  retryMiddleware,
} from '../../lib/index.js';
import { answering, answeringFetch } from '../support/answering.js';
import { type Asked, call, endpoint, post, receive, type Untyped } from '../support/capture.js';
import { EVERY_PART, N, Trace } from '../support/every-part.js';
import { optionNames } from '../support/option-names.js';

const explode = (): never => {
  throw new Error('read from Object.prototype');
};

/** What the language and the validators of other people read from Object.prototype, for everybody. */
const NOT_OURS: readonly string[] = ['constructor', 'then', 'toJSON', 'toString', 'value', 'issues'];

/** Of an event in one of the streams, too. */
const names = [...optionNames(), 'why', 'fatal', 'failure', '{', 'custom'].filter(
  (name) => !NOT_OURS.includes(name),
);

/** What a run of something tells of itself. */
type Run = () => Promise<() => string>;

/** What a run comes to with these names on Object.prototype. */
const under = async (run: Run, polluted: readonly string[], value: unknown): Promise<string> => {
  const descriptor = { value, configurable: true, enumerable: true, writable: true };
  for (const name of polluted) Object.defineProperty(Object.prototype, name, { ...descriptor });
  try {
    const told = await run();
    clean();
    return told();
  } finally {
    clean();
  }
};

const clean = (): void => {
  for (const name of names) Reflect.deleteProperty(Object.prototype, name);
};

const culprits = async (run: Run, value: unknown): Promise<string[]> => {
  const expected = await under(run, [], value);
  if ((await under(run, names, value)) === expected) return [];
  const found: string[] = [];
  for (const name of names) if ((await under(run, [name], value)) !== expected) found.push(name);
  return found.length > 0 ? found : ['several together'];
};

/** Does what there is to do with a part; what that throws is told, too. */
const partRun =
  (part: string): Run =>
  async () => {
    const trace = new Trace();
    await EVERY_PART[part]!(trace).catch((thrown: unknown) => trace.tell('thrown', String(thrown)));
    return () => trace.told;
  };

/** What somebody may have put there. */
const POISONS: readonly [string, unknown][] = [
  ['false', false],
  ['a number', 1],
  ['a text', 'evil'],
  ['a text of JSON', '{"n":1}'],
  ['a schema', N],
  ['an object', { 'x-evil': '1', name: 'evil', n: 1, custom: N }],
  ['a function', explode],
  ['a list', [explode]],
  ['a signal', AbortSignal.abort()],
];

afterEach(clean);

describe('trap 6: a polluted Object.prototype changes nothing on the wire and nothing that comes home', () => {
  it('knows the name of every option', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        'baseUrl',
        'headers',
        'timeout',
        'hashKeys',
        'maxPages',
        'until',
        'dispatcher',
      ]),
    );
  });

  it.each(Object.keys(EVERY_PART))(
    'under any name of an option: %s, given as little as can be',
    async (part) => {
      for (const [what, value] of POISONS)
        expect([what, await culprits(partRun(part), value)]).toEqual([what, []]);
    },
  );

  it('in what an error writes of itself', async () => {
    const { error } = (await receive(new Response('no', { status: 400 }))).result;
    const written = JSON.stringify(error);

    const again = async () => () => JSON.stringify(error);
    expect(await under(again, ['operation', 'issues', 'rawBody'], 'evil')).toBe(written);
  });

  it('in the label of an operation that has neither a kind nor a name', async () => {
    const fetch = (): Promise<Response> => Promise.resolve(new Response('no', { status: 400 }));
    const operations = { findUser: new Operation({ operation: '{ user }' }) };
    const client = createGraphQL({ endpoint: 'http://a.test', fetch, operations });
    const run: Run = async () => {
      const { error } = await client.findUser();
      return () => String(error?.operation);
    };
    expect(await under(run, ['kind', 'name'], 'evil')).toBe('query findUser');
  });
});

describe('trap 7: __proto__ and constructor.prototype pollute nothing', () => {
  const EVIL = '{"__proto__":{"x":"1"},"constructor":{"prototype":{"x":"1"}}}';
  const evil = (): Untyped => JSON.parse(EVIL);
  const request = new Request<Untyped, Untyped>({ method: 'POST', path: '/items' });

  afterEach(() => {
    expect(({} as Untyped).x).toBeUndefined();
    expect((Object as Untyped).x).toBeUndefined();
  });

  it.each<[string, Asked]>([
    ['the params', { params: evil(), method: 'POST' }],
    ['a param', { params: { a: evil() }, method: 'POST' }],
    ['params beside a path', { params: { ...evil(), id: 1 }, path: '/:id', method: 'POST' }],
    ['a query', { params: JSON.parse('{"__proto__":"1","constructor":"2"}') }],
    ['the options', { options: evil() }],
    ['the headers', { options: { headers: JSON.parse('{"__proto__":"1","constructor":"2"}') } }],
    ['the fetchOptions', { options: { fetchOptions: evil() } }],
    ['those of the endpoint', { fetchOptions: evil(), ...evil() }],
    ['those of the client', { client: { fetchOptions: evil(), ...evil() } }],
  ])('in %s', async (_place, asked) => {
    const { result, init } = await call(asked);
    expect(result.error).toBeNull();
    expect(init).not.toBeInstanceOf(Object);
    expect((init as Untyped).x).toBeUndefined();
  });

  it('in the options of plugins, polls and pages', async () => {
    const { fetch } = answeringFetch();
    const middleware = [cacheMiddleware(evil()), retryMiddleware(evil())];
    const api = createApi({ baseUrl: 'http://a.test', fetch, middleware, requests: { request } });
    expect((await pollUntil(api.request, {}, { every: 0, until: () => true, ...evil() })).error).toBeNull();
    const walk = paginate(api.request, {}, { next: () => null, ...evil() });
    for await (const page of walk) expect(page).toMatchObject({ error: null });
  });

  it('in a request body: they are sent as they stand', async () => {
    expect((await post('/items', evil())).body).toBe(EVIL);
  });

  it('in a response: they are members of the data', async () => {
    const { data } = (await receive(new Response(EVIL))).result;
    expect(JSON.stringify(data)).toBe(EVIL);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  it('in an error body', async () => {
    const { error } = (await receive(new Response(EVIL, { status: 400 }))).result;
    expect(JSON.stringify(error?.body)).toBe(EVIL);
  });

  it('in what the cache copies', async () => {
    const { api } = answering([cacheMiddleware()], { answers: [new Response(EVIL)] });
    await api.read();
    expect(JSON.stringify((await api.read()).data)).toBe(EVIL);
  });

  it('in the variables and in the answer of a GraphQL operation', async () => {
    const { run, sent } = endpoint({ method: 'POST', answer: () => new Response(`{"data":${EVIL}}`) });
    await run();
    const operations = { ask: new Operation<Untyped, Untyped>({ operation: '{ a }' }) };
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      expect(init.body).toBe(`{"query":"{ a }","variables":${EVIL}}`);
      return new Response(`{"__proto__":{"errors":[1]},"data":${EVIL}}`);
    };
    const { data } = await createGraphQL({ endpoint: 'http://a.test', fetch, operations }).ask(evil());
    expect(JSON.stringify(data)).toBe(EVIL);
    expect(sent).toHaveLength(1);
  });
});
