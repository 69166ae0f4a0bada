// The ways in which a call can fail. Each row creates a client, makes one call, and reports its error.
import { type as ark } from 'arktype';
import * as valibot from 'valibot';
import { z } from 'zod';
import { createApi, createGraphQL, defineRequest, Operation } from '../../dist/index.js';

const get = (path, more) => defineRequest()({ method: 'GET', path, ...more });

/** A call of one endpoint, `getUser`. */
const rest = (name, { base = 'plain', path = '/items', params = {}, options, endpoint, client, ...row }) => ({
  name,
  call: (kit) =>
    createApi({
      baseUrl: kit.urls[base] ?? base,
      ...kit.client,
      ...client,
      requests: { getUser: get(path, endpoint) },
    }).getUser(params, { ...options?.(kit) }),
  ...row,
});

const graphql = (name, path, params = {}) => ({
  name,
  call: (kit) =>
    createGraphQL({
      endpoint: kit.urls.plain + path,
      ...kit.client,
      operations: {
        findUser: new Operation({ operation: 'query User($id: ID) { user(id: $id) { name } }' }),
      },
    }).findUser(params),
});

const Item = z.object({ price: z.number() });

const auth = () => {
  throw Object.assign(new Error('no session'), { name: 'TokenError' });
};

const forgetful = async (_ctx, next) => void (await next());

const sign = (ctx, next) => {
  ctx.request.headers.set('x-signature', 'abc\ndef');
  return next();
};

const limit = (ctx, next) => {
  ctx.request.attemptTimeout = 40;
  return next();
};

const aborted = (reason) => {
  const controller = new AbortController();
  controller.abort(reason);
  return { signal: controller.signal };
};

const superseded = async (kit) => {
  const api = createApi({
    baseUrl: kit.urls.plain,
    ...kit.client,
    requests: { getUser: get('/silent', { dedupe: true, timeout: 100 }) },
  });
  const [first] = await Promise.all([api.getUser(), api.getUser()]);
  return first;
};

export const ROWS = [
  rest('connection refused', { base: 'closed' }),
  rest('unknown host', { base: 'http://nowhere.invalid' }),
  rest('certificate for another host', { base: 'misnamed' }),
  rest('expired certificate', { base: 'expired' }),
  rest('untrusted certificate', { base: 'untrusted' }),
  rest('https to a server without TLS', { base: 'https' }),
  rest('reset before the response', { path: '/reset' }),
  rest('reset during the headers', { path: '/reset-in-headers' }),
  rest('reset during the body', { path: '/reset-in-body' }),
  rest('connection closed during the body', { path: '/closed-in-body' }),
  rest('proxy that requires a password', {
    base: 'http://api.test',
    options: (kit) => kit.proxied,
    needs: 'proxied',
  }),
  rest('endless redirects', { path: '/loop' }),
  rest('invalid baseUrl', { base: 'api.test' }),
  rest('invalid header', { client: { middleware: [sign] } }),
  rest('HTML instead of JSON', { path: '/page' }),
  rest('empty body', { path: '/empty' }),
  rest('truncated JSON', { path: '/cut' }),
  rest('invalid JSON', { path: '/not-json' }),
  rest('data rejected by zod', {
    endpoint: { schema: z.object({ items: z.array(Item), total: z.number() }) },
  }),
  rest('data rejected by valibot', {
    endpoint: {
      schema: valibot.object({ items: valibot.array(valibot.object({ price: valibot.number() })) }),
    },
  }),
  rest('data rejected by arktype', {
    endpoint: { schema: ark({ items: ark({ price: 'number' }).array() }) },
  }),
  rest('error status', { path: '/missing' }),
  rest('error status with an HTML page', { path: '/gone' }),
  graphql('GraphQL error', '/graphql-error'),
  graphql('GraphQL error that quotes a variable', '/graphql-quoting', { id: 'ada@example.com' }),
  graphql('rejected GraphQL request', '/graphql-refused'),
  graphql('GraphQL response without data and errors', '/graphql-nothing'),
  graphql('HTML instead of GraphQL', '/page'),
  rest('middleware that throws', { client: { middleware: [auth] } }),
  rest('middleware without a return value', { client: { middleware: [forgetful] } }),
  rest('timeout of the call', { path: '/silent', endpoint: { timeout: 40 } }),
  rest('timeout of an attempt', { path: '/silent', client: { middleware: [limit] } }),
  rest('timeout of a shared request', {
    path: '/silent',
    endpoint: { timeout: 40, share: true },
    options: () => ({ timeout: 0 }),
  }),
  rest('missing path param', { path: '/users/:id' }),
  rest('invalid query param', { params: { at: new Date(0) } }),
  rest('abort', { options: () => aborted() }),
  rest('abort with a reason', { options: () => aborted(new Error('The user left the page.')) }),
  { name: 'superseded call (dedupe)', call: superseded },
];
