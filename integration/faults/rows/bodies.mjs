import { brotliCompressSync, gzipSync } from 'node:zlib';
import { answer, chunk, chunkedHead, LAST_CHUNK, OK } from '../answers.mjs';

const sends = (body, fields) => ({ answer: (connection) => connection.end(answer('200 OK', body, fields)) });
const garbage = Buffer.from('this was never compressed');
const text = 'a sentence that gzip has not finished. '.repeat(50);
const halfOf = (bytes) => bytes.subarray(0, bytes.length / 2);

const unreadable = "The body can't be read to its end: a proxy or the server damaged it.";
const noData = "The response is complete, so its status is kept. Its body isn't valid data.";

export const bodies = [
  {
    name: 'invalid gzip',
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
    why: "Node's fetch treats the decompressed part as the whole body. A connection that breaks off is still noticed.",
  },
  {
    name: 'invalid Brotli',
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
    name: 'invalid deflate',
    server: sends(garbage, { 'content-encoding': 'deflate' }),
    comes: 'network',
    why: unreadable,
  },
  {
    name: 'invalid gzip, of an error',
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
    why: "fetch returns a body that it can't decode as it is. If it isn't JSON, the call is `parse`.",
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
    why: 'As the standard requires, invalid UTF-8 becomes U+FFFD.',
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
    why: 'Bytes are joined before they are decoded.',
  },
  {
    name: 'a byte order mark before the JSON',
    server: sends(`\ufeff${OK}`),
    comes: 'data',
    data: { ok: true },
    why: 'It is ignored (RFC 8259, 8.1).',
  },
  {
    name: 'JSON in UTF-16, and a header that says so',
    server: sends(Buffer.from(OK, 'utf16le'), { 'content-type': 'application/json; charset=utf-16le' }),
    comes: 'parse 200',
    why: 'JSON is UTF-8, and fetch decodes every text as UTF-8.',
  },
  { name: 'an empty body', server: sends(''), comes: 'parse 200', why: "An empty text isn't JSON." },
  {
    name: 'an empty chunked body',
    server: { answer: (connection) => connection.end(chunkedHead() + LAST_CHUNK) },
    comes: 'parse 200',
    why: "An empty text isn't JSON.",
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
    why: "The status decides; `error.body` is null, because it isn't JSON, and `error.rawBody` has the text.",
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
