import { answer, OK } from '../answers.mjs';

const KEEP = { keepAlive: true };

/** fetch returns a response before it marks the connection as free. */
const freed = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** On the loopback interface, a close reaches the other side before a later message does. */
const settled = async (heard) => {
  await heard('closed');
  await freed();
};

/** Makes one call, and a second call after the server did something to the idle connection. */
const twice = async ({ ask, heard, tell }) => {
  const first = await ask();
  tell('idle');
  await settled(heard);
  return [first, await ask()];
};

/** Responds, then does something to its idle connection. */
const whileIdle = (act) => ({
  answer: async (connection, request, { heard, server, tell }) => {
    if (server.requests.length > 1) return connection.end(answer());
    await connection.write(answer('200 OK', OK, KEEP));
    await heard('idle');
    await act(connection);
    tell('closed');
  },
});

/** Responds to the first request of a connection, and does something else at the second request. */
const atReuse = (act) => {
  const used = new WeakSet();
  return {
    answer: (connection) => {
      if (used.has(connection)) return act(connection);
      used.add(connection);
      return connection.write(answer('200 OK', OK, KEEP));
    },
  };
};

const both = { comes: 'data, then data', requests: 2, connections: 2 };
const inTurn = async ({ ask, count = 2 }) => {
  const results = [];
  for (let n = 0; n < count; n += 1) {
    results.push(await ask());
    await freed();
  }
  return results;
};
const seenInTime = 'The platform sees it while the connection is idle, and opens another.';
const neverTwice = 'The request was in flight, and the server might have acted on it: it is not sent again.';

export const keepAlive = [
  {
    name: 'nothing goes wrong',
    server: { answer: (connection) => connection.write(answer('200 OK', OK, KEEP)) },
    call: inTurn,
    comes: 'data, then data',
    requests: 2,
    connections: 1,
    keepsIdle: true,
    why: 'One connection serves both calls: a response that was read leaves it free.',
  },
  {
    name: "nothing goes wrong, under `responseType: 'none'`",
    endpoint: { responseType: 'none' },
    server: { answer: (connection) => connection.write(answer('200 OK', OK, KEEP)) },
    call: inTurn,
    comes: 'data, then data',
    requests: 2,
    keepsIdle: true,
    why: 'An unread body costs at most the connection.',
  },
  {
    name: 'an idle connection is closed',
    server: whileIdle((connection) => connection.destroy()),
    call: twice,
    ...both,
    why: seenInTime,
  },
  {
    name: 'an idle connection is closed on one side',
    server: whileIdle((connection) => connection.end()),
    call: twice,
    ...both,
    why: seenInTime,
  },
  {
    name: 'an idle connection is reset',
    server: whileIdle((connection) => connection.reset()),
    call: twice,
    ...both,
    why: seenInTime,
  },
  {
    name: 'a connection is closed as its second request comes',
    server: atReuse((connection) => connection.end()),
    call: inTurn,
    comes: 'data, then network',
    requests: 2,
    connections: 1,
    why: neverTwice,
  },
  {
    name: 'a connection is reset as its second request comes',
    server: atReuse((connection) => connection.reset()),
    call: inTurn,
    comes: 'data, then network',
    requests: 2,
    connections: 1,
    why: neverTwice,
  },
  {
    name: 'a server that closes after every second request, and says so',
    server: {
      answer: (connection, request, { server }) =>
        server.requests.length % 2 === 0
          ? connection.end(answer())
          : connection.write(answer('200 OK', OK, KEEP)),
    },
    call: ({ ask }) => inTurn({ ask, count: 10 }),
    comes: '10 × data',
    requests: 10,
    connections: 5,
    why: '`Connection: close` is respected.',
  },
  {
    name: 'garbage after a response',
    server: whileIdle((connection) => connection.write('GARBAGE\r\n\r\n')),
    call: twice,
    ...both,
    why: 'The bytes belong to no request: the connection is closed.',
  },
  {
    name: 'garbage directly after a response',
    server: {
      answer: (connection, request, { server }) =>
        server.requests.length === 1
          ? connection.write(Buffer.concat([answer('200 OK', OK, KEEP), Buffer.from('GARBAGE\r\n\r\n')]))
          : connection.end(answer()),
    },
    call: inTurn,
    ...both,
    data: { ok: true },
    why: 'The response was complete.',
  },
  {
    name: 'a second response without a request',
    server: whileIdle((connection) => connection.write(answer('200 OK', '{"ok":"forged"}', KEEP))),
    call: twice,
    ...both,
    data: { ok: true },
    why: "The next call doesn't use it as its response.",
  },
  {
    name: 'a second response directly after the first',
    server: {
      answer: (connection, request, { server }) =>
        server.requests.length === 1
          ? connection.write(
              Buffer.concat([answer('200 OK', OK, KEEP), answer('200 OK', '{"ok":"forged"}', KEEP)]),
            )
          : connection.end(answer()),
    },
    call: inTurn,
    ...both,
    data: { ok: true },
    why: "The next call doesn't use it as its response.",
  },
];
