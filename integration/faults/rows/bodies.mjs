import { brotliCompressSync, gzipSync } from 'node:zlib';
import { answer, chunk, chunkedHead, LAST_CHUNK, OK } from '../answers.mjs';

const sends = (body, fields) => ({ answer: (connection) => connection.end(answer('200 OK', body, fields)) });
const garbage = Buffer.from('this was never compressed');
const text = 'a sentence that gzip has not finished. '.repeat(50);
const halfOf = (bytes) => bytes.subarray(0, bytes.length / 2);

const unreadable = 'A body that can not be read to its end: somebody on the way has spoilt it.';
const noData = 'There is a response, so its status is kept; its body is no data.';

export const bodies = [
  {
    name: 'gzip that is none',
    server: sends(garbage, { 'content-encoding': 'gzip' }),
    comes: 'network',
    why: unreadable,
  },
  {
    name: 'gzip cut in half',
    server: sends(halfOf(gzipSync(JSON.stringify({ text }))), { 'content-encoding': 'gzip' }),
    comes: 'parse 200',
    why: noData,
  },
  {
    name: "gzip cut in half, under `responseType: 'text'`",
    endpoint: { responseType: 'text' },
    server: sends(halfOf(gzipSync(text)), { 'content-encoding': 'gzip' }),
    comes: 'data',
    why: "Node's fetch takes what could be decompressed for the whole. Only where the framing holds: a connection that breaks off is noticed.",
  },
  {
    name: 'Brotli that is none',
    server: sends(garbage, { 'content-encoding': 'br' }),
    comes: 'network',
    why: unreadable,
  },
  {
    name: 'Brotli cut in half',
    server: sends(halfOf(brotliCompressSync(JSON.stringify({ text: Math.PI.toString().repeat(9) }))), {
      'content-encoding': 'br',
    }),
    comes: 'parse 200',
    why: noData,
  },
  {
    name: 'deflate that is none',
    server: sends(garbage, { 'content-encoding': 'deflate' }),
    comes: 'network',
    why: unreadable,
  },
  {
    name: 'gzip that is none, of an error',
    server: {
      answer: (connection) =>
        connection.end(answer('502 Bad Gateway', garbage, { 'content-encoding': 'gzip' })),
    },
    comes: 'http 502',
    why: 'The status decides; `error.body` is null.',
  },
  {
    name: 'an unknown Content-Encoding',
    server: sends(OK, { 'content-encoding': 'x-none-such' }),
    comes: 'data',
    data: { ok: true },
    why: 'fetch passes on what it can not decode; it may be JSON all the same, and if not, it is `parse`.',
  },
  {
    name: 'gzip twice over, as the header says',
    server: sends(gzipSync(gzipSync(OK)), { 'content-encoding': 'gzip, gzip' }),
    comes: 'data',
    data: { ok: true },
    why: 'Decoded in turn.',
  },
  {
    name: 'invalid UTF-8',
    server: sends(Buffer.from([0x22, 0x61, 0xff, 0xfe, 0x62, 0x22])),
    comes: 'data',
    data: 'a\ufffd\ufffdb',
    why: 'As the standard says, what is no UTF-8 becomes U+FFFD.',
  },
  {
    name: 'UTF-8 cut between the bytes of one letter, over two chunks',
    server: {
      answer: async (connection) => {
        const bytes = Buffer.from('"é"');
        const chunkOf = (part) =>
          Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
        await connection.write(chunkedHead());
        await connection.write(chunkOf(bytes.subarray(0, 2)));
        await connection.write(chunkOf(bytes.subarray(2)));
        connection.end(LAST_CHUNK);
      },
    },
    comes: 'data',
    data: 'é',
    why: 'Bytes are put together before they are read.',
  },
  {
    name: 'a byte order mark before the JSON',
    server: sends(`\ufeff${OK}`),
    comes: 'data',
    data: { ok: true },
    why: 'It is passed over (RFC 8259, 8.1).',
  },
  {
    name: 'JSON in UTF-16, and a header that says so',
    server: sends(Buffer.from(OK, 'utf16le'), { 'content-type': 'application/json; charset=utf-16le' }),
    comes: 'parse 200',
    why: 'JSON is UTF-8; fetch reads every text as that.',
  },
  { name: 'an empty body', server: sends(''), comes: 'parse 200', why: 'Nothing is no JSON.' },
  {
    name: 'an empty chunked body',
    server: { answer: (connection) => connection.end(chunkedHead() + LAST_CHUNK) },
    comes: 'parse 200',
    why: 'Nothing is no JSON.',
  },
  {
    name: 'an HTML page with status 200',
    server: sends('<!doctype html><p>Sign in to this network', { 'content-type': 'text/html' }),
    comes: 'parse 200',
    why: 'A hotspot, a proxy, a wrong URL.',
  },
  {
    name: 'an HTML page with status 502',
    server: { answer: (connection) => connection.end(answer('502 Bad Gateway', '<h1>Bad Gateway</h1>')) },
    comes: 'http 502',
    why: 'The status decides; `error.body` is null, as it is no JSON, and `error.rawBody` has the text.',
  },
  {
    name: 'JSON cut in a body that is whole',
    server: { answer: (connection) => connection.end(chunkedHead() + chunk('{"ok":tr') + LAST_CHUNK) },
    comes: 'parse 200',
    why: 'Only the parser can see it.',
  },
  {
    name: 'form data with another boundary than the header says',
    endpoint: { responseType: 'formData' },
    server: sends('--other\r\n\r\nx\r\n--other--\r\n', {
      'content-type': 'multipart/form-data; boundary=this',
    }),
    comes: 'parse 200',
    why: noData,
  },
];
