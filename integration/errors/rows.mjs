// What can go wrong with a call. Each row makes a client and one call of it, whose error is told.
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
  rest('nobody listens', { base: 'closed' }),
  rest('an unknown host', { base: 'http://nowhere.invalid' }),
  rest('a certificate for another name', { base: 'misnamed' }),
  rest('a certificate that has expired', { base: 'expired' }),
  rest('a certificate that nobody trusts', { base: 'untrusted' }),
  rest('https, of a server without', { base: 'https' }),
  rest('a reset before the answer', { path: '/reset' }),
  rest('a reset amid the headers', { path: '/reset-in-headers' }),
  rest('a reset amid the body', { path: '/reset-in-body' }),
  rest('a close amid the body', { path: '/closed-in-body' }),
  rest('a proxy that wants a password', {
    base: 'http://api.test',
    options: (kit) => kit.proxied,
    needs: 'proxied',
  }),
  rest('redirects without end', { path: '/loop' }),
  rest('a baseUrl that is none', { base: 'api.test' }),
  rest('a header that can not be sent', { client: { middleware: [sign] } }),
  rest('HTML in place of JSON', { path: '/page' }),
  rest('an empty body', { path: '/empty' }),
  rest('JSON that was cut', { path: '/cut' }),
  rest('what only looks like JSON', { path: '/not-json' }),
  rest('data that zod refuses', {
    endpoint: { schema: z.object({ items: z.array(Item), total: z.number() }) },
  }),
  rest('data that valibot refuses', {
    endpoint: {
      schema: valibot.object({ items: valibot.array(valibot.object({ price: valibot.number() })) }),
    },
  }),
  rest('data that arktype refuses', {
    endpoint: { schema: ark({ items: ark({ price: 'number' }).array() }) },
  }),
  rest('a status', { path: '/missing' }),
  rest('a status of a gateway', { path: '/gone' }),
  graphql('a GraphQL error', '/graphql-error'),
  graphql('a GraphQL error that quotes a variable', '/graphql-quoting', { id: 'ada@example.com' }),
  graphql('a GraphQL request that is refused', '/graphql-refused'),
  graphql('neither data nor errors', '/graphql-nothing'),
  graphql('HTML in place of GraphQL', '/page'),
  rest('a middleware that throws', { client: { middleware: [auth] } }),
  rest('a middleware without a return', { client: { middleware: [forgetful] } }),
  rest('the deadline of the call', { path: '/silent', endpoint: { timeout: 40 } }),
  rest('the deadline of an attempt', { path: '/silent', client: { middleware: [limit] } }),
  rest('the deadline of a shared request', {
    path: '/silent',
    endpoint: { timeout: 40, share: true },
    options: () => ({ timeout: 0 }),
  }),
  rest('a path param that is missing', { path: '/users/:id' }),
  rest('a query param that is no text', { params: { at: new Date(0) } }),
  rest('an abort', { options: () => aborted() }),
  rest('an abort with a reason', { options: () => aborted(new Error('The page was left.')) }),
  { name: 'a newer call (dedupe)', call: superseded },
];
