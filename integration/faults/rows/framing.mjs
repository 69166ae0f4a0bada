import { answer, chunk, chunkedHead, CRLF, head, LAST_CHUNK, OK, sizedHead } from '../answers.mjs';

const raw = (...texts) => ({ answer: (connection) => connection.end(texts.join('')) });

/** Breaks the connection when the client has the head, so that the failure is in the body of a response. */
const breakOff = (text, how) => ({
  answer: async (connection, request, { heard }) => {
    await connection.write(text);
    await heard('head /x');
    connection[how]();
  },
});

const brokenOff = 'The connection failed: a retry tries it again, and a circuit counts it.';
const takenForWhole =
  "On a connection that closes anyway, the fetch of Node 20 treats the received part as the whole body. Later versions don't.";
const CLOSES = { connection: 'close' };
const twoLengths = 'The two values put the start of the next response at different bytes: rejected.';

export const framing = [
  {
    name: 'reset inside a body with Content-Length',
    server: breakOff(sizedHead(100) + OK, 'reset'),
    comes: 'network',
    why: brokenOff,
  },
  {
    name: 'closed inside a body with Content-Length',
    server: breakOff(sizedHead(100) + OK, 'end'),
    comes: 'network',
    why: `${brokenOff} Also if the received part is valid JSON.`,
  },
  {
    name: 'reset inside a chunked body',
    server: breakOff(chunkedHead() + chunk(OK), 'reset'),
    comes: 'network',
    why: brokenOff,
  },
  {
    name: 'closed inside a chunk',
    server: breakOff(`${chunkedHead()}20${CRLF}${OK}`, 'end'),
    comes: 'network',
    why: brokenOff,
  },
  {
    name: 'closed before the last chunk',
    server: breakOff(chunkedHead() + chunk(OK), 'end'),
    comes: 'network',
    why: `${brokenOff} Also if the received part is valid JSON.`,
  },
  {
    name: 'reset inside a chunked body, after `Connection: close`',
    server: breakOff(chunkedHead('200 OK', CLOSES) + chunk(OK), 'reset'),
    comes: 'network',
    orComes: 'data',
    why: takenForWhole,
  },
  {
    name: 'closed before the last chunk, after `Connection: close`',
    server: breakOff(chunkedHead('200 OK', CLOSES) + chunk(OK), 'end'),
    comes: 'network',
    orComes: 'data',
    why: takenForWhole,
  },
  {
    name: 'closed inside JSON in chunks, after `Connection: close`',
    server: breakOff(chunkedHead('200 OK', CLOSES) + chunk(OK.slice(0, 5)), 'end'),
    comes: 'parse 200',
    orComes: 'network',
    why: "Half of a JSON text isn't JSON, whatever fetch does. Half of any other text would pass.",
  },
  {
    name: "a chunk size that isn't a number",
    server: raw(chunkedHead(), `zz${CRLF}${OK}${CRLF}${LAST_CHUNK}`),
    comes: 'network',
    why: brokenOff,
  },
  {
    name: 'a chunk size beyond 64 bits',
    server: raw(chunkedHead(), `fffffffffffffffff${CRLF}${OK}${CRLF}${LAST_CHUNK}`),
    comes: 'network',
    why: brokenOff,
  },
  {
    name: 'a chunk longer than its size',
    server: raw(chunkedHead(), `4${CRLF}${OK}${CRLF}${LAST_CHUNK}`),
    comes: 'network',
    why: brokenOff,
  },
  {
    name: 'Content-Length shorter than the body',
    server: raw(sizedHead(4), OK),
    comes: 'parse 200',
    why: "The body ends at its length. The rest isn't valid JSON.",
  },
  {
    name: 'Content-Length longer than the body, connection kept open',
    server: { answer: (connection) => connection.write(sizedHead(100) + OK) },
    deadline: 300,
    comes: 'timeout',
    why: 'More could come, so only the deadline ends it.',
  },
  {
    name: 'Content-Length twice, with different values',
    server: raw(
      `HTTP/1.1 200 OK${CRLF}content-length: ${OK.length}${CRLF}content-length: 4${CRLF}${CRLF}${OK}`,
    ),
    comes: 'network',
    why: twoLengths,
  },
  {
    name: 'a negative Content-Length',
    server: raw(sizedHead(-1), OK),
    comes: 'network',
    why: 'The length is invalid.',
  },
  {
    name: "a Content-Length that isn't a number",
    server: raw(sizedHead('ten'), OK),
    comes: 'network',
    why: 'The length is invalid.',
  },
  {
    name: 'Content-Length and chunks together',
    server: raw(
      head('200 OK', { 'content-length': OK.length, 'transfer-encoding': 'chunked' }),
      chunk(OK),
      LAST_CHUNK,
    ),
    comes: 'network',
    why: twoLengths,
  },
  {
    name: 'neither Content-Length nor chunks',
    server: raw(head('200 OK', { connection: 'close' }), OK),
    comes: 'data',
    data: { ok: true },
    why: 'The body ends with the connection. A body cut there by a crash looks complete. A JSON parser notices it.',
  },
  {
    name: '204 with a body',
    server: { answer: (connection) => connection.end(answer('204 No Content')) },
    comes: 'parse 204',
    why: "A 204 has no body, whatever follows. Under `'json'`, an empty 2xx isn't valid data.",
  },
  {
    name: "204 with a body, under `responseType: 'none'`",
    endpoint: { responseType: 'none' },
    server: { answer: (connection) => connection.end(answer('204 No Content')) },
    comes: 'data',
    why: "No body was expected. The bytes that follow aren't read as the next response.",
  },
  {
    name: '304 with a body',
    server: { answer: (connection) => connection.end(answer('304 Not Modified')) },
    comes: 'http 304',
    why: 'Not 2xx; a 304 has no body, whatever follows.',
  },
  {
    name: 'a body after HEAD',
    endpoint: { method: 'HEAD', responseType: 'none' },
    server: { answer: (connection) => connection.end(answer()) },
    comes: 'data',
    why: 'A response to HEAD has no body, whatever follows.',
  },
];
