import { answer, CRLF, head, OK } from '../answers.mjs';

const raw = (text) => ({ answer: (connection) => connection.end(text) });

const noSuchProtocol = "The bytes aren't HTTP.";

export const headers = [
  { name: 'not HTTP at all', server: raw('SSH-2.0-OpenSSH_9.6\r\n'), comes: 'network', why: noSuchProtocol },
  {
    name: 'a body without a status line, as HTTP/0.9 had it',
    server: raw('<html>hello</html>\r\n'),
    comes: 'network',
    why: noSuchProtocol,
  },
  {
    name: 'a status line without a status',
    server: raw(`HTTP/1.1 OK${CRLF}content-length: 0${CRLF}${CRLF}`),
    comes: 'network',
    why: noSuchProtocol,
  },
  {
    name: 'a status of four digits',
    server: raw(head('2000 OK', { 'content-length': 0 })),
    comes: 'network',
    why: noSuchProtocol,
  },
  {
    name: 'a version that does not exist',
    server: raw(`HTTP/9.7 200 OK${CRLF}content-length: 0${CRLF}${CRLF}`),
    comes: 'network',
    why: noSuchProtocol,
  },
  {
    name: 'a status without its text',
    server: raw(`HTTP/1.1 200${CRLF}content-length: ${OK.length}${CRLF}connection: close${CRLF}${CRLF}${OK}`),
    comes: 'data',
    data: { ok: true },
    why: 'Allowed, and common.',
  },
  {
    name: 'a header line without a colon',
    server: raw(`HTTP/1.1 200 OK${CRLF}no colon here${CRLF}content-length: 0${CRLF}${CRLF}`),
    comes: 'network',
    why: 'The platform parses headers strictly.',
  },
  {
    name: 'a header with a NUL in its value',
    server: raw(head('200 OK', { 'x-odd': 'a\0b', 'content-length': 0 })),
    comes: 'network',
    why: 'The platform parses headers strictly.',
  },
  {
    name: 'one header over the size limit',
    server: raw(head('200 OK', { 'x-long': 'x'.repeat(300_000), 'content-length': 0 })),
    comes: 'network',
    why: 'The platform has its own limit, 16 KiB in Node.',
  },
  {
    name: 'headers that never end',
    server: {
      answer: (connection) =>
        connection.pour(
          (function* () {
            yield `HTTP/1.1 200 OK${CRLF}`;
            for (let n = 0; ; n += 1) yield `x-${n}: ${'x'.repeat(1000)}${CRLF}`;
          })(),
        ),
    },
    comes: 'network',
    why: 'The same limit ends it, without a deadline.',
  },
  {
    name: '103 Early Hints, then the response',
    server: {
      answer: (connection) =>
        connection.end(Buffer.concat([Buffer.from(head('103 Early Hints', { link: '</x>' })), answer()])),
    },
    comes: 'data',
    data: { ok: true },
    why: 'An informational response is ignored.',
  },
  {
    name: '100 Continue without a request for it, then the response',
    server: {
      answer: (connection) => connection.end(Buffer.concat([Buffer.from(head('100 Continue')), answer()])),
    },
    comes: 'network',
    why: "Node's fetch rejects a 100 that it didn't request. The standard ignores it.",
  },
  {
    name: '101 Switching Protocols without a request for it',
    server: raw(head('101 Switching Protocols', { connection: 'upgrade', upgrade: 'chat' })),
    comes: 'network',
    why: 'The request named no protocol to switch to.',
  },
];
