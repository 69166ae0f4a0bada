import { gzipSync } from 'node:zlib';
import {
  answer,
  chunk,
  chunkedHead,
  CRLF,
  head,
  LAST_CHUNK,
  OK,
  redirect,
  sizedHead,
} from '../faults/answers.mjs';
import { allRows } from '../faults/rows/all.mjs';

/** The behavior of a row of integration/faults that needs no message from the client. */
const row = (wanted) => {
  const found = allRows.find(({ name }) => name === wanted);
  if (!found) throw new Error(`The faults have no row "${wanted}".`);
  return found.server.answer;
};

const EVENT = `id: 1${CRLF}data: ${OK}${CRLF}${CRLF}`;
const EVENTS = { type: 'text/event-stream', body: EVENT.repeat(3) };

/** The valid responses for each kind of endpoint, by the first segment of its path. */
const GOOD = {
  json: { type: 'application/json', body: OK },
  graphql: { type: 'application/json', body: `{"data":${OK}}` },
  lines: { type: 'application/x-ndjson', body: `${OK}\n`.repeat(3) },
  events: EVENTS,
};

const goodFor = ({ path }) => GOOD[path.split('/')[1]] ?? GOOD.json;

/** Marks a response after which the connection can stay idle. After other responses, it must be closed. */
export const WHOLE = 'whole';

const whole = async (connection, text) => {
  await connection.write(text);
  return WHOLE;
};
const good = (connection, request, { fields } = {}) => {
  const { type, body } = goodFor(request);
  return whole(connection, answer('200 OK', body, { keepAlive: true, 'content-type': type, ...fields }));
};
const sends =
  (...texts) =>
  (connection) =>
    connection.end(Buffer.concat(texts.map((text) => Buffer.from(text))));
const status =
  (line, body = OK, fields = {}) =>
  (connection) =>
    whole(connection, answer(line, body, { keepAlive: true, ...fields }));
/** Later than every timeout. An abort of the client ends it earlier. */
const later = (connection, ms) =>
  Promise.race([new Promise((resolve) => setTimeout(resolve, ms)), connection.closed()]);
const failing = status('500 Internal Server Error', '{"why":"broken"}');
const unavailable = (wait) => status('503 Service Unavailable', OK, { 'retry-after': wait });
const refused = (wait) => status('429 Too Many Requests', OK, { 'retry-after': wait });

const HINTS = [1, 2].map(() => head('103 Early Hints', { link: '</style.css>; rel=preload' }).repeat(50));
const BOMB = gzipSync(`{"ok":true${' '.repeat(4_000_000)}}`);
const gzipped = (bytes) =>
  sends(
    head('200 OK', {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': bytes.length,
    }),
    bytes,
  );

/** Unusual rate limit headers. They must not delay calls, or be read as a higher limit. */
const ODD_LIMITS = [
  { ratelimit: '"default";r=0;t=99999999999' },
  { ratelimit: 'limit=NaN, remaining=-1, reset=1e400', 'ratelimit-policy': ';;;w=' },
  { 'ratelimit-limit': '0', 'ratelimit-remaining': '0', 'ratelimit-reset': '99999999' },
  { 'x-ratelimit-remaining': '-5', 'x-ratelimit-reset': 'yesterday' },
];

/** A body that breaks in the middle, some time after its head. */
const breaksOff = (how) => async (connection) => {
  await connection.write(chunkedHead() + chunk(OK.slice(0, 4)));
  await later(connection, 20);
  connection[how]();
};

/** The target of redirects. */
export const elsewhere = { answer: (connection, request) => good(connection, request) };

/**
 * The behaviors of the servers, in the order of the table. A setup uses one of several `servers`.
 *
 * `statuses` lists the allowed statuses of an error. `isBroken` means that the body must not produce data. `otherData`
 * means that other data than the expected data is also allowed.
 *
 * @typedef {(connection: object, request: object, stage: { count(): number, elsewhere: string }) => unknown} Serve
 * @type {{ name: string, servers: Serve[], statuses?: number[], isBroken?: boolean, otherData?: boolean }[]}
 */
export const BEHAVIOURS = [
  { name: 'good', servers: [(connection, request) => good(connection, request)] },
  {
    name: 'slow and good',
    servers: [
      async (connection, request) => {
        await later(connection, 150);
        return good(connection, request);
      },
    ],
  },
  {
    name: 'nothing',
    servers: [(connection) => whole(connection, head('204 No Content')), status('200 OK', '')],
    otherData: true,
  },
  {
    name: '502 with a page',
    servers: [
      status('502 Bad Gateway', '<html><h1>Bad Gateway</h1></html>', { 'content-type': 'text/html' }),
    ],
    statuses: [502],
  },
  {
    name: '500, then good',
    servers: [(connection, request, { count }) => (count() === 1 ? failing : good)(connection, request)],
    statuses: [500],
  },
  { name: '500', servers: [failing], statuses: [500] },
  { name: '429', servers: [refused(0), refused(1), refused(99_999_999)], statuses: [429] },
  {
    name: '503, then good, and again',
    servers: [(connection, request, { count }) => (count() % 2 ? unavailable(0) : good)(connection, request)],
    statuses: [503],
  },
  {
    name: '401',
    servers: [
      (connection, request, { count }) =>
        (count() === 1 ? status('401 Unauthorized') : good)(connection, request),
      status('401 Unauthorized', OK, { 'www-authenticate': 'Bearer' }),
    ],
    statuses: [401],
  },
  { name: 'silence', servers: [row('accepted, then silence')], isBroken: true },
  { name: 'silence in a body', servers: [row('headers, then silence')], isBroken: true },
  { name: 'a body reset', servers: [breaksOff('reset')], isBroken: true },
  {
    name: 'a body cut',
    servers: [breaksOff('end'), sends(sizedHead(100).replace('connection: close\r\n', ''), OK)],
    isBroken: true,
  },
  {
    name: 'bad framing',
    servers: [
      row('Content-Length longer than the body, connection kept open'),
      row("a Content-Length that isn't a number"),
      row("a chunk size that isn't a number"),
      row('a chunk longer than its size'),
    ],
    isBroken: true,
  },
  { name: 'invalid gzip', servers: [gzipped(Buffer.from('never compressed'))], isBroken: true },
  { name: 'a gzip bomb', servers: [gzipped(BOMB)], otherData: true },
  { name: 'a body without end', servers: [row('a body without end')], isBroken: true },
  {
    name: 'headers without end',
    servers: [row('headers that drip in'), row('headers that never end')],
    isBroken: true,
  },
  {
    name: 'redirects',
    servers: [
      row('a redirect to itself'),
      (connection, request, { elsewhere }) => connection.end(redirect(`${elsewhere}/json/elsewhere`)),
      row('a redirect without Location'),
      (connection) => connection.end(redirect('/json/elsewhere', '307 Temporary Redirect')),
    ],
    statuses: [302],
    otherData: true,
  },
  {
    name: 'no JSON',
    servers: [row('invalid UTF-8'), row('JSON cut in a body that is whole')],
    otherData: true,
  },
  {
    name: 'a storm of 1xx',
    servers: [HINTS, [...HINTS, head('100 Continue')]].map((interim) => async (connection, request) => {
      await connection.drip(interim, 10);
      return good(connection, request);
    }),
  },
  {
    name: 'odd limits',
    servers: ODD_LIMITS.map((fields) => (connection, request) => good(connection, request, { fields })),
  },
  {
    name: 'events that fail or stall, bytes that drip',
    servers: [
      sends(
        head('200 OK', { 'content-type': 'text/event-stream' }),
        EVENT,
        `event: error${CRLF}data: "down"${CRLF}${CRLF}`,
      ),
      async (connection) => {
        await connection.write(chunkedHead('200 OK', { 'content-type': 'text/event-stream' }) + chunk(EVENT));
        await connection.closed();
      },
      async (connection, request) => {
        const { type, body } = goodFor(request);
        await connection.drip([chunkedHead('200 OK', { 'content-type': type }), ...[...body].map(chunk)], 15);
        return whole(connection, LAST_CHUNK);
      },
    ],
    otherData: true,
  },
];
