import { build } from './contenders/homing.mjs';
import { interleaved } from './measure/interleaved.mjs';
import { bareStub } from './measure/stubs.mjs';
import { atMost, chart, columns, table } from './report/suite-result.mjs';

export const title = 'Cost of each option';

export const how = `A call without options is compared with the same call with one option, over a minimal stub. Options that you don't use cost nothing: a plain call creates no controller, timer, listener or \`Headers\`. The middleware here are idle: no attempt fails, and the log is not enabled.`;

const COLUMNS = columns('', {
  ns: ['ns per call', 0],
  overhead: ['added, ns', 0],
  ratio: ['relative to the plain call', 2],
  low: ['quartiles', 2],
  high: ['', 2],
});

const { createApi, defineRequest, logMiddleware, retryMiddleware } = build;

const clientOf = (endpoint = {}, config = {}) =>
  createApi({
    baseUrl: 'https://api.example.com/v1',
    fetch: bareStub,
    requests: { getUser: defineRequest()({ method: 'GET', path: '/users/:id', ...endpoint }) },
    ...config,
  });

const { signal } = new AbortController();
const nothing = (_ctx, next) => next();
const touchHeaders = (ctx, next) => {
  ctx.request.headers.set('authorization', 'Bearer 0123456789abcdef');
  return next();
};

const limitAttempt = (ctx, next) => {
  ctx.request.attemptTimeout = 10_000;
  return next();
};

const RETRY = 'retryMiddleware, nothing fails';
const TIMEOUT = 'a middleware that does nothing, and timeout';
const ATTEMPT_TIMEOUT = 'a middleware that sets attemptTimeout';
const LOG = 'logMiddleware, not enabled';

// Each row has the fields of the endpoint, the fields of the client, and the options of the call.
const ROWS = [
  ['a plain call'],
  ['empty options on the call', {}, {}, {}],
  ['headers on the client', {}, { headers: { accept: 'application/json', 'x-client': 'bench' } }],
  ['headers on the call', {}, {}, { headers: { authorization: 'Bearer 0123456789abcdef' } }],
  ['timeout on the endpoint', { timeout: 10_000 }],
  ['timeout on the call', {}, {}, { timeout: 10_000 }],
  ['signal on the call', {}, {}, { signal }],
  ['timeout and signal on the call', {}, {}, { timeout: 10_000, signal }],
  ['dedupe', { dedupe: true }],
  ['share, without a request to join', { share: true }],
  ['a middleware that does nothing', {}, { middleware: [nothing] }],
  [TIMEOUT, { timeout: 10_000 }, { middleware: [nothing] }],
  [ATTEMPT_TIMEOUT, {}, { middleware: [limitAttempt] }],
  ['a middleware that sets a header', {}, { middleware: [touchHeaders] }],
  [RETRY, {}, { middleware: [retryMiddleware()] }],
  [LOG, {}, { middleware: [logMiddleware({ enabled: false })] }],
];

const callOf = ([name, endpoint, config, options]) => {
  const api = clientOf(endpoint, config);
  return [name, options ? (id) => api.getUser({ id }, options) : (id) => api.getUser({ id })];
};

export const run = async ({ quick }) => {
  const rows = await interleaved(new Map(ROWS.map(callOf)), quick);
  const added = (wanted) => rows.find(({ name }) => name === wanted).overhead / 1000;
  const [{ ns: plain }] = rows;
  const nsOf = (wanted) => rows.find(({ name }) => name === wanted).ns;
  return {
    tables: [table('GET, a minimal stub', COLUMNS, [{ ...rows[0], overhead: null }, ...rows.slice(1)])],
    goals: [
      ...[RETRY, LOG].map((name) => atMost(`what ${name}, adds`, added(name), 1, ' µs')),
      atMost(
        'a call with attemptTimeout, relative to one with timeout',
        nsOf(ATTEMPT_TIMEOUT) / nsOf(TIMEOUT),
        1.5,
      ),
    ],
    charts: [
      chart(
        'options',
        `Cost of each option, for a call of ${Math.round(plain)} ns`,
        'ns',
        rows.slice(1),
        'overhead',
        { digits: 0 },
      ),
    ],
  };
};
