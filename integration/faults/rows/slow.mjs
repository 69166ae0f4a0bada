import { retryMiddleware } from '../../../dist/index.js';
import { answer, chunk, chunkedHead, OK, sizedHead } from '../answers.mjs';

/** Longer than all timeouts here. It ends the response if a client never closes the connection. */
function* repeat(piece, first = '') {
  yield first;
  for (let n = 0; n < 1000; n += 1) yield piece;
}

const ENDLESS = chunk(' '.repeat(10_000));
const unavailable = {
  answer: (connection) => connection.end(answer('503 Service Unavailable', OK, { 'retry-after': '20' })),
};
const silent = { answer: () => undefined };
const headThenSilent = (status) => ({
  answer: (connection) => connection.write(sizedHead(100, status) + OK),
});
const whole = 'The deadline covers the whole call, including the body.';

export const slow = [
  {
    name: 'accepted, then silence',
    server: silent,
    deadline: 200,
    comes: 'timeout',
    why: 'Without a deadline, the call would wait as long as the platform does.',
  },
  {
    name: 'headers that drip in',
    server: { answer: (connection) => connection.drip(repeat('x-more: x\r\n', 'HTTP/1.1 200 OK\r\n'), 20) },
    deadline: 300,
    comes: 'timeout',
    why: "Activity doesn't extend the deadline.",
  },
  {
    name: 'a body that drips in',
    server: { answer: (connection) => connection.drip(repeat(chunk(' '), chunkedHead()), 20) },
    deadline: 300,
    comes: 'timeout',
    why: whole,
  },
  { name: 'headers, then silence', server: headThenSilent(), deadline: 300, comes: 'timeout', why: whole },
  {
    name: 'the headers of an error, then silence',
    server: headThenSilent('503 Service Unavailable'),
    deadline: 300,
    comes: 'timeout',
    why: `${whole} The status is known at that time, but the call hasn't finished.`,
  },
  {
    name: 'a body without end',
    server: { answer: (connection) => connection.drip(repeat(ENDLESS, chunkedHead()), 5) },
    deadline: 300,
    comes: 'timeout',
    why: whole,
  },
  {
    name: 'an error body without end',
    server: {
      answer: (connection) => connection.drip(repeat(ENDLESS, chunkedHead('500 Internal Server Error')), 5),
    },
    deadline: 300,
    comes: 'timeout',
    why: whole,
  },
  {
    name: "a body without end, under `responseType: 'none'`",
    endpoint: { responseType: 'none' },
    server: { answer: (connection) => connection.drip(repeat(ENDLESS, chunkedHead()), 5) },
    comes: 'data',
    why: 'The body is not read: the connection is closed as soon as the headers are there.',
  },
  {
    name: 'the caller aborts while the server is silent',
    server: { answer: (connection, request, { tell }) => tell('asked') },
    call: async ({ ask, controller, heard }) => {
      const call = ask();
      await heard('asked');
      controller.abort();
      return call;
    },
    comes: 'abort',
    why: "The caller's own signal.",
  },
  {
    name: 'the caller aborts while a body drips in',
    server: {
      answer: async (connection, request, { heard, tell }) => {
        void heard('head /x').then(() => tell('dripping'));
        await connection.drip(repeat(chunk(' '), chunkedHead()), 20);
      },
    },
    call: async ({ ask, controller, heard }) => {
      const call = ask();
      await heard('dripping');
      controller.abort();
      return call;
    },
    comes: 'abort',
    why: "The caller's own signal, after the headers have arrived.",
  },
  {
    name: 'both callers of a shared request leave, one after the other',
    endpoint: { share: true },
    server: { answer: (connection, request, { tell }) => tell('asked') },
    call: async ({ api, controller, heard }) => {
      const first = new AbortController();
      const calls = [first, controller].map(({ signal }) => api.ask({}, { signal }));
      await heard('asked');
      first.abort();
      const gaveUp = await calls[0];
      controller.abort();
      return [gaveUp, await calls[1]];
    },
    comes: 'abort, then abort',
    why: 'The request and its connection end when the last caller leaves.',
  },
  {
    name: 'one of two callers of a shared request leaves',
    endpoint: { share: true },
    server: {
      answer: async (connection, request, { heard, tell }) => {
        tell('asked');
        await heard('one left');
        connection.end(answer());
      },
    },
    call: async ({ api, controller, heard, tell }) => {
      const leaving = new AbortController();
      const calls = [leaving, controller].map(({ signal }) => api.ask({}, { signal }));
      await heard('asked');
      leaving.abort();
      const left = await calls[0];
      tell('one left');
      return [left, await calls[1]];
    },
    comes: 'abort, then data',
    data: { ok: true },
    why: 'The request continues for the other caller.',
  },
  {
    name: 'a newer call of a `dedupe` endpoint while the server is silent',
    endpoint: { dedupe: true },
    server: {
      answer: (connection, request, { tell }) => {
        if (request.path === '/x/2') connection.end(answer());
        else tell('asked');
      },
    },
    call: async ({ api, heard, options }) => {
      const older = api.numbered({ n: 1 }, options);
      await heard('asked');
      const newer = api.numbered({ n: 2 }, options);
      return Promise.all([older, newer]);
    },
    comes: 'abort, then data',
    data: { ok: true },
    requests: 2,
    why: 'The older request is aborted, and its connection closed.',
  },
  {
    name: 'the caller aborts in the wait before a retry',
    server: unavailable,
    call: ({ api, controller, options }) => {
      const retry = retryMiddleware({ onRetry: () => setImmediate(() => controller.abort()) });
      return api.ask({}, { ...options, middleware: [retry] });
    },
    comes: 'abort',
    why: 'The wait ends with the signal, and nothing more is sent.',
  },
  {
    name: 'the deadline passes in the wait before a retry',
    server: unavailable,
    call: ({ api, options }) => api.ask({}, { ...options, middleware: [retryMiddleware()] }),
    deadline: 400,
    comes: 'timeout',
    why: 'The call ends at its deadline, which includes all attempts and waits. `error.lastAttempt` is the 503.',
  },
];
