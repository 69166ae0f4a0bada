import { fails, includes, ok, refuses, same, succeeds } from './expect.mjs';
import { json, recorder } from './kit.mjs';

const client = (t, answer = () => json({ data: { me: 1 } }), config = {}) => {
  const { sent, fetch } = recorder(answer);
  const me = new t.Operation({ operation: t.gql`query Me($id: ID) { me(id: $id) }`, ...config });
  const api = t.createGraphQL({ endpoint: 'https://api.test/graphql', operations: { me }, fetch });
  return { api, me: api.me, sent };
};

export const graphql = {
  async 'posts the document and the variables as JSON'(t) {
    const { me, sent } = client(t);
    succeeds(await me({ id: 1 }), { me: 1 });
    const [{ url, method, body, headers }] = sent;
    same(
      [url, method, headers.get('content-type')],
      ['https://api.test/graphql', 'POST', 'application/json'],
    );
    same(JSON.parse(body), { query: 'query Me($id: ID) { me(id: $id) }', variables: { id: 1 } });
  },

  async 'calls an answer with errors http, with the partial data'(t) {
    const errors = [{ message: 'no' }];
    const { me } = client(t, () => json({ data: { a: 1 }, errors }));
    const error = fails(await me(), 'http');
    same(
      [error.status, error.statusText, error.body, error.partialData],
      [200, 'GraphQL Error', errors, { a: 1 }],
    );
  },

  async 'calls what is no GraphQL answer a parse error with the raw text'(t) {
    for (const text of ['{}', '{"data":null}', 'null', '[1]', '7', '<html>', '']) {
      const { me } = client(t, () => new Response(text));
      same(fails(await me(), 'parse').body, text);
    }
  },

  async 'ignores a byte order mark'(t) {
    succeeds(await client(t, () => new Response('\ufeff{"data":{"a":1}}')).me(), { a: 1 });
  },

  async 'reads the body of an HTTP error as JSON where it is'(t) {
    same(fails(await client(t, () => json({ errors: [] }, 400)).me(), 'http').body, { errors: [] });
    same(fails(await client(t, () => new Response('x', { status: 502 })).me(), 'http').body, null);
  },

  async 'splits queries and mutations of equal names'(t) {
    const { sent, fetch } = recorder(() => json({ data: {} }));
    const api = t.createGraphQL({
      endpoint: '/graphql',
      queries: { user: new t.Operation({ operation: 'query { a }' }) },
      mutations: { user: new t.Operation({ operation: 'mutation { b }' }) },
      fetch,
    });
    await api.query.user();
    await api.mutation.user();
    same(
      sent.map(({ body }) => JSON.parse(body).query),
      ['query { a }', 'mutation { b }'],
    );
  },

  async 'takes a document that carries its source'(t) {
    const document = { kind: 'Document', definitions: [], loc: { source: { body: 'query { doc }' } } };
    const { me, sent } = client(t, undefined, { operation: document });
    await me();
    includes(sent[0].body, 'query { doc }');
  },

  async 'refuses variables that are no object'(t) {
    for (const variables of ['x', 1, [1], new Uint8Array(1), new Set([1])])
      refuses(await client(t).me(variables), 'variables');
  },

  async 'validates the data with a schema'(t) {
    const issues = [{ message: 'bad' }];
    const schema = { '~standard': { version: 1, vendor: 'own', validate: () => ({ issues }) } };
    same(fails(await client(t, undefined, { schema }).me(), 'parse').body, issues);
  },

  async 'adds headers to a whole client or one side'(t) {
    const { api, sent } = client(t);
    await t.withHeaders(api, { 'x-a': '1' }).me();
    same(sent[0].headers.get('x-a'), '1');
  },

  async 'shares, times out and aborts as any call does'(t) {
    const { me, sent } = client(t, undefined, { share: true, timeout: 5000 });
    await Promise.all([me({ id: 1 }), me({ id: 1 })]);
    same(sent.length, 1);
    const stop = new AbortController();
    stop.abort();
    ok(fails(await me({}, { signal: stop.signal }), 'abort'), 'aborted');
  },
};
