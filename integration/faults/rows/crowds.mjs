import { retryMiddleware } from '../../../dist/index.js';
import { answer, OK, sizedHead } from '../answers.mjs';

const COUNT = 500;
const numbers = Array.from({ length: COUNT }, (_, n) => n);

/** The number in the path selects a response, a reset before the response, a reset in its body, or an error. */
const fates = [
  (connection) => connection.end(answer()),
  (connection) => connection.reset(),
  async (connection, { path }, { heard }) => {
    await connection.write(sizedHead(100) + OK);
    await heard(`head ${path}`);
    connection.reset();
  },
  (connection) => connection.end(answer('500 Internal Server Error')),
];

const byNumber = {
  answer: (connection, request, stage) =>
    fates[Number(request.path.slice('/x/'.length)) % fates.length](connection, request, stage),
};

const rows = [
  {
    name: '500 calls at once, a quarter of them reset, a quarter cut, a quarter failed',
    server: byNumber,
    call: ({ api, options }) => Promise.all(numbers.map((n) => api.numbered({ n }, options))),
    comes: '125 × data, 125 × http 500, 250 × network',
    requests: COUNT,
    why: 'Each call has its own outcome.',
  },
  {
    name: '500 calls at once to a silent server',
    server: {},
    deadline: 800,
    call: ({ api, options }) => Promise.all(numbers.map((n) => api.numbered({ n }, options))),
    comes: '500 × timeout',
    requests: COUNT,
    why: "Each call has its own deadline, and doesn't wait for another.",
  },
  {
    name: '500 calls at once, aborted with one signal',
    server: {
      answer: (connection, request, { server, tell }) => {
        if (server.requests.length === COUNT) tell('all asked');
      },
    },
    call: async ({ api, controller, heard, options }) => {
      const calls = numbers.map((n) => api.numbered({ n }, options));
      await heard('all asked');
      controller.abort();
      return Promise.all(calls);
    },
    comes: '500 × abort',
    requests: COUNT,
    why: 'One listener on the signal for all calls, and none afterwards.',
  },
  {
    name: '500 callers of one shared request that is reset',
    endpoint: { share: true },
    server: { answer: (connection) => connection.reset() },
    call: ({ ask }) => Promise.all(numbers.map(() => ask())),
    comes: '500 × network',
    why: 'One request, and its failure for each caller.',
  },
  {
    name: '100 calls that are reset once, with a retry',
    server: {
      answer: (connection, { path }, { server }) => {
        const attempts = server.requests.filter((request) => request.path === path).length;
        return attempts === 1 ? connection.reset() : connection.end(answer());
      },
    },
    call: ({ api, options }) => {
      const retryOn = ({ error }) => error?.kind === 'network';
      const middleware = [retryMiddleware({ baseDelay: 1, retryOn })];
      return Promise.all(numbers.slice(0, 100).map((n) => api.numbered({ n }, { ...options, middleware })));
    },
    comes: '100 × data',
    requests: 200,
    why: 'A retry that counts network errors succeeds.',
  },
];

/** Runs one row at a time, because these rows test how many concurrent calls affect each other. */
export const crowds = rows.map((row) => ({ ...row, isAlone: true }));
