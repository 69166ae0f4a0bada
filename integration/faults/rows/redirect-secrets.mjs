import { sameOriginRedirects } from '../../../examples/recipes/same-origin-redirects.mjs';
import { answer, redirect } from '../answers.mjs';

const SECRETS = {
  authorization: 'Bearer secret',
  'proxy-authorization': 'Basic secret',
  cookie: 'session=secret',
  'x-api-key': 'secret',
};

/** The secrets that reached the other origin. */
const leaked = ({ elsewhere }) => {
  if (elsewhere.length === 0) return 'B gets no request';
  const names = Object.keys(SECRETS).filter((name) => name in elsewhere[0].headers);
  return `B gets ${names.length > 0 ? names.map((name) => `\`${name}\``).join(', ') : 'none of them'}`;
};

const sendsOn = {
  answer: (connection, request, { elsewhere }) => connection.end(redirect(`${elsewhere.url}/y`)),
};
const toA = { answer: (connection, { path }) => connection.end(path === '/x' ? redirect('/y') : answer()) };
const againAtA = ({ requests }) => leaked({ elsewhere: requests.slice(1) }).replace('B', 'A');
const answers = { answer: (connection) => connection.end(answer()) };
const toB = { server: sendsOn, elsewhere: answers };
const withHeaders = (...names) => ({
  headers: Object.fromEntries(names.map((name) => [name, SECRETS[name]])),
});

export const redirectSecrets = [
  {
    name: 'A sends a call with `Authorization`, `Proxy-Authorization` and `Cookie` on to B',
    ...toB,
    endpoint: withHeaders('authorization', 'proxy-authorization', 'cookie'),
    comes: 'data',
    observe: leaked,
    observed: 'B gets none of them',
    why: 'The platform removes them when the origin changes.',
  },
  {
    name: 'A sends a call with `x-api-key` on to B',
    ...toB,
    endpoint: withHeaders('x-api-key'),
    comes: 'data',
    observe: leaked,
    observed: 'B gets `x-api-key`',
    why: 'The standard keeps every header except the ones that it treats as secrets. See "Secrets and redirects".',
    with: {
      nodeFetch: {
        observed: 'B gets none of them',
        why: 'on another origin it keeps only headers that describe the response and the body',
      },
    },
  },
  {
    name: "A sends a call with `x-api-key` on to B, under `redirect: 'error'`",
    ...toB,
    endpoint: { ...withHeaders('x-api-key'), fetchOptions: { redirect: 'error' } },
    comes: 'network',
    observe: leaked,
    observed: 'B gets no request',
    why: 'The safe setting for a client with a secret in another header.',
  },
  {
    name: "A sends a call with `x-api-key` on to B, under `redirect: 'manual'`",
    ...toB,
    endpoint: { ...withHeaders('x-api-key'), fetchOptions: { redirect: 'manual' } },
    comes: 'http 302',
    observe: leaked,
    observed: 'B gets no request',
    why: 'The caller decides whether to follow.',
  },
  {
    name: 'A sends a call with `x-api-key` on to B, through `sameOriginRedirects`',
    ...toB,
    endpoint: { ...withHeaders('x-api-key'), middleware: [sameOriginRedirects] },
    comes: 'http 302',
    observe: leaked,
    observed: 'B gets no request',
    why: 'The middleware stops where the origin changes.',
  },
  {
    name: 'A sends a call with `x-api-key` on to A, through `sameOriginRedirects`',
    server: toA,
    endpoint: { ...withHeaders('x-api-key'), middleware: [sameOriginRedirects] },
    comes: 'data',
    requests: 2,
    observe: againAtA,
    observed: 'A gets `x-api-key`',
    why: 'The middleware follows on the same origin.',
  },
  {
    name: 'A sends a POST with a secret in its body on to B by 307',
    ...toB,
    server: {
      answer: (connection, request, { elsewhere }) =>
        connection.end(redirect(`${elsewhere.url}/y`, '307 Temporary Redirect')),
    },
    endpoint: { method: 'POST' },
    params: () => ({ password: 'secret' }),
    comes: 'data',
    observe: ({ elsewhere }) => `B gets ${elsewhere[0]?.body}`,
    observed: 'B gets {"password":"secret"}',
    why: 'The standard sends the body along, to any origin.',
  },
  {
    name: 'A sends a call with all of them on to A',
    server: toA,
    endpoint: withHeaders(...Object.keys(SECRETS)),
    comes: 'data',
    requests: 2,
    observe: againAtA,
    observed: 'A gets `authorization`, `proxy-authorization`, `cookie`, `x-api-key`',
    why: 'The same origin: no header is removed.',
  },
  {
    name: 'A sends a call on to B, which sends it back to A',
    server: {
      answer: (connection, { path }, { elsewhere }) =>
        connection.end(path === '/x' ? redirect(`${elsewhere.url}/y`) : answer()),
    },
    elsewhere: {
      answer: (connection, request, { server }) => connection.end(redirect(`${server.url}/z`)),
    },
    endpoint: withHeaders('authorization', 'cookie'),
    comes: 'data',
    requests: 2,
    observe: againAtA,
    observed: 'A gets none of them',
    why: 'Removed headers stay removed: B chose the URL.',
  },
];
