// Compares the spans and the requests of three runs of the same calls.
import assert from 'node:assert/strict';

const CONVENTIONS = [
  ...['http.request.method', 'server.address', 'server.port', 'url.full'],
  ...['http.response.status_code', 'error.type'],
];

const clients = (spans) => spans.filter(({ kind }) => kind === 'CLIENT');
const traceparents = ({ headers }) =>
  headers.filter(([name]) => name === 'traceparent').map(([, value]) => value);

/** A request without the parts that differ between runs. */
const onTheWire = ({ line, headers, body }) => [
  line,
  headers
    .filter(([name]) => !['traceparent', 'host', 'referer'].includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join(': ')),
  body,
];

const pathOf = ({ attributes }) => {
  const { pathname, search } = new URL(attributes['url.full']);
  return pathname + search;
};

const outcomeOf = ({ attributes, isError }) =>
  [attributes['http.response.status_code'] ?? '-', attributes['error.type'], isError && 'ERROR']
    .filter(Boolean)
    .join(' ');

const line = (span) =>
  `${span.scope.replace(/^@opentelemetry./, '')}: ${span.name} ${pathOf(span)} ${outcomeOf(span)}`;

const byStart = (requests, spans) =>
  requests.map((request) => {
    const [parent] = traceparents(request);
    return spans.find(({ spanId }) => spanId === parent?.split('-')[2]);
  });

/** Prints the decoded request spans of the instrumentation next to homing's spans. */
const print = (alone, both) => {
  const left = byStart(alone.requests, alone.spans).map((span) => (span ? line(span) : '-'));
  const right = byStart(both.requests, both.spans).map((span) => (span ? line(span) : '-'));
  const width = Math.max(...left.map(({ length }) => length));
  for (const [at, text] of left.entries()) console.log(`  ${text.padEnd(width)}  |  ${right[at]}`);
};

/**
 * @param alone The run with only the instrumentation of fetch.
 * @param both The run with the instrumentation and the observer.
 * @param own The run with only homing's observer.
 */
export const judge = (alone, both, own) => {
  print(alone, both);
  for (const run of [alone, both, own]) {
    assert.deepEqual(
      run.requests.map(traceparents).map(({ length }) => length),
      run.requests.map(() => 1),
      'one traceparent',
    );
    assert.equal(clients(run.spans).length, run.requests.length, 'one CLIENT span for each request');
    assert.deepEqual(
      byStart(run.requests, clients(run.spans)).filter((span) => !span),
      [],
      'the request contains the id of the exported span',
    );
  }
  for (const run of [both, own]) {
    assert.deepEqual([...new Set(run.spans.map(({ scope }) => scope))], ['homing'], 'no double spans');
    assert.deepEqual(run.requests.map(onTheWire), alone.requests.map(onTheWire), 'the same wire');
  }
  // Both report the same attributes, except for secrets and for facts that only homing knows: a timeout is an error.
  for (const [at, theirs] of byStart(alone.requests, alone.spans).entries()) {
    const ours = byStart(both.requests, both.spans)[at];
    for (const name of CONVENTIONS) {
      const isOurs = /sig=|late/.test(theirs.attributes['url.full']);
      if (name in theirs.attributes && !isOurs)
        assert.deepEqual(ours.attributes[name], theirs.attributes[name], `${name} of ${theirs.name}`);
    }
  }
  const spans = (name) => own.spans.filter((span) => span.name === name);
  const [{ attributes: signed }] = spans('GET /signed');
  assert.match(signed['url.full'], /\?sig=REDACTED&page=2$/);
  assert.deepEqual(
    spans('GET /flaky').map(({ attributes }) => attributes['http.request.resend_count']),
    [undefined, 1],
  );
  assert.deepEqual(
    spans('shop.flaky').map(({ events }) => events.map(({ name }) => name)),
    [['homing.wait']],
  );
  const [leader, ...followers] = spans('shop.slow');
  const [sent] = spans('GET /slow');
  assert.equal(sent.parentSpanId, leader.spanId);
  assert.deepEqual(
    followers.slice(0, 2).map(({ links }) => links),
    [[sent.spanId], [sent.spanId]],
  );
  assert.deepEqual(
    spans('shop.cached').map(({ events }) => events.length),
    [0, 1],
  );
  const [lines] = spans('GET /lines');
  assert.ok(lines.ms > 100, `a stream's span ends with it, after ${lines.ms} ms`);
  assert.ok(own.spans.every(({ ms }) => ms >= 0));
};
