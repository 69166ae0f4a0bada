import { answer, redirect } from '../answers.mjs';

const sends = (location, status) => ({ answer: (connection) => connection.end(redirect(location, status)) });

/** Redirects the client from /x, and responds to every other path. */
const once = (status) => ({
  answer: (connection, { path }) => connection.end(path === '/x' ? redirect('/y', status) : answer()),
});

const asked = ({ requests }) =>
  requests.map(({ method, path, body }) => [method, path, body].filter(Boolean).join(' ')).join(', ');

const posted = { method: 'POST' };
const params = () => ({ a: 1 });
const notHttp = 'A redirect must lead to an HTTP URL.';

export const redirects = [
  {
    name: 'a redirect to itself',
    server: sends('/x'),
    comes: 'network',
    requests: 21,
    why: 'fetch follows 20 redirects.',
  },
  {
    name: 'a ring of redirects',
    server: {
      answer: (connection, { path }) => connection.end(redirect(path === '/x' ? '/y' : '/x')),
    },
    comes: 'network',
    requests: 21,
    why: 'fetch follows 20 redirects.',
  },
  {
    name: 'too many redirects, each to another place',
    server: { answer: (connection, { path }) => connection.end(redirect(`${path}x`)) },
    comes: 'network',
    requests: 21,
    why: 'fetch follows 20 redirects.',
  },
  {
    name: 'a redirect without Location',
    server: sends(undefined),
    comes: 'http 302',
    why: 'Without a target, the 302 is the response.',
  },
  { name: 'a redirect to an invalid URL', server: sends('http://'), comes: 'network', why: notHttp },
  {
    name: 'a redirect to an invalid port',
    server: sends('http://127.0.0.1:99999/'),
    comes: 'network',
    why: notHttp,
  },
  {
    name: 'a redirect to `http://unix:/run/some.sock:/`',
    server: sends('http://unix:/run/some.sock:/'),
    comes: 'network',
    why: "`unix` is an ordinary host name, and it doesn't exist. The URL isn't a path to a Unix socket.",
  },
  { name: 'a redirect to `file:`', server: sends('file:///etc/hostname'), comes: 'network', why: notHttp },
  {
    name: 'a redirect to `data:`',
    server: sends('data:application/json,{"ok":true}'),
    comes: 'network',
    why: notHttp,
  },
  { name: 'a redirect to `javascript:`', server: sends('javascript:1'), comes: 'network', why: notHttp },
  {
    name: 'a redirect to a port that no browser connects to',
    server: sends('http://127.0.0.1:1/'),
    comes: 'network',
    why: 'fetch has a list of blocked ports, and port 1 is on it.',
  },
  {
    name: "a redirect, under `redirect: 'error'`",
    endpoint: { fetchOptions: { redirect: 'error' } },
    server: once(),
    comes: 'network',
    why: 'The option requires it. Nothing is sent to the target.',
  },
  {
    name: "a redirect, under `redirect: 'manual'`",
    endpoint: { fetchOptions: { redirect: 'manual' } },
    server: once(),
    comes: 'http 302',
    why: 'The option requires it. In Node `error.headers` has the Location; a browser hides it, and the status is 0.',
  },
  {
    name: 'a POST redirected by 303',
    endpoint: posted,
    params,
    server: once('303 See Other'),
    comes: 'data',
    requests: 2,
    observe: asked,
    observed: 'POST /x {"a":1}, GET /y',
    why: 'The second request is a GET without a body.',
  },
  {
    name: 'a POST redirected by 302',
    endpoint: posted,
    params,
    server: once('302 Found'),
    comes: 'data',
    requests: 2,
    observe: asked,
    observed: 'POST /x {"a":1}, GET /y',
    why: 'The same, as the fetch standard defines.',
  },
  {
    name: 'a POST redirected by 307',
    endpoint: posted,
    params,
    server: once('307 Temporary Redirect'),
    comes: 'data',
    requests: 2,
    observe: asked,
    observed: 'POST /x {"a":1}, POST /y {"a":1}',
    why: 'Method and body stay.',
  },
  {
    name: 'a stream redirected by 307',
    endpoint: posted,
    params: () => new Blob(['{"a":1}']).stream(),
    server: once('307 Temporary Redirect'),
    comes: 'network',
    why: 'A stream can be sent only once.',
  },
  {
    name: 'a stream redirected by 303',
    endpoint: posted,
    params: () => new Blob(['{"a":1}']).stream(),
    server: once('303 See Other'),
    comes: 'data',
    requests: 2,
    why: 'The second request has no body.',
  },
  {
    name: 'redirects, each slower than the one before',
    server: {
      answer: (connection, { path }) =>
        setTimeout(() => connection.end(redirect(`${path}x`)), 50 * path.length),
    },
    deadline: 400,
    comes: 'timeout',
    requests: 3,
    why: 'The deadline covers the whole call, including all redirects.',
  },
];
