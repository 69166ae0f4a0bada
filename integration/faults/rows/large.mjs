import { head, sizedHead } from '../answers.mjs';

const SIZE = 100_000_000;
const PIECE = Buffer.alloc(100_000, ' ');

/** Sends 100 megabytes, and notifies the client after a fifth. */
function* pieces(tell) {
  for (let sent = 0; sent < SIZE; sent += PIECE.length) {
    if (sent === SIZE / 5) tell('a fifth');
    yield PIECE;
  }
}

const pours = {
  answer: (connection, request, { tell }) =>
    connection.pour(
      (function* () {
        yield sizedHead(SIZE);
        yield* pieces(tell);
      })(),
    ),
};

/** Reads a fifth of a request's body, then stops until the client aborts. */
const takesAFifth = {
  head: (connection, request, { heard, tell }) => {
    const { socket } = connection;
    const count = () => {
      if (request.size < SIZE / 5) return;
      socket.off('data', count);
      socket.pause();
      tell('a fifth');
      void heard('gave up').then(() => socket.resume());
    };
    socket.on('data', count);
  },
};

const abortsAtAFifth = async ({ ask, controller, heard, tell }) => {
  const call = ask();
  await heard('a fifth');
  controller.abort();
  const result = await call;
  tell('gave up');
  return result;
};

const closed = 'The connection is closed and the memory is free.';

const rows = [
  {
    name: '100 MB come down, aborted after a fifth',
    server: pours,
    call: abortsAtAFifth,
    comes: 'abort',
    why: closed,
  },
  {
    name: '100 MB come down and the deadline passes after a fifth',
    server: {
      answer: async (connection) => {
        await connection.pour([sizedHead(SIZE), ...Array.from({ length: 200 }, () => PIECE)]);
      },
    },
    deadline: 500,
    comes: 'timeout',
    why: closed,
  },
  {
    name: '100 MB come down and break off after a fifth',
    server: {
      answer: async (connection, request, { heard }) => {
        await connection.pour([sizedHead(SIZE), ...Array.from({ length: 200 }, () => PIECE)]);
        await heard('head /x');
        connection.reset();
      },
    },
    comes: 'network',
    why: closed,
  },
  {
    name: "100 MB come down unread (`responseType: 'none'`)",
    endpoint: { responseType: 'none' },
    server: pours,
    comes: 'data',
    why: 'The connection is closed as soon as the headers are there.',
  },
  {
    name: '100 MB go up, aborted after a fifth',
    endpoint: { method: 'POST' },
    params: () => new Uint8Array(SIZE),
    server: takesAFifth,
    call: abortsAtAFifth,
    comes: 'abort',
    why: closed,
  },
  {
    name: '100 MB go up as a stream, aborted after a fifth',
    endpoint: { method: 'POST' },
    params: () => ReadableStream.from(Array.from({ length: SIZE / PIECE.length }, () => PIECE)),
    server: takesAFifth,
    call: abortsAtAFifth,
    comes: 'abort',
    why: `${closed} The stream is canceled.`,
  },
  {
    name: '100 MB go up, and the server resets after a fifth',
    endpoint: { method: 'POST' },
    params: () => new Uint8Array(SIZE),
    server: {
      head: (connection, request) => {
        const count = () => request.size >= SIZE / 5 && connection.reset();
        connection.socket.on('data', count);
      },
    },
    comes: 'network',
    why: closed,
  },
  {
    name: '100 MB go up, and the server returns 413 without reading them',
    endpoint: { method: 'POST' },
    params: () => new Uint8Array(SIZE),
    server: {
      head: async (connection, request, { heard }) => {
        connection.socket.pause();
        await connection.write(head('413 Content Too Large', { 'content-length': 0, connection: 'close' }));
        await heard('head /x');
        connection.socket.resume();
      },
    },
    comes: 'http 413',
    why: 'The response is read while the upload is stuck.',
  },
];

/** Runs one row at a time, because memory is measured. */
export const large = rows.map((row) => ({ ...row, isAlone: true, memory: true }));
