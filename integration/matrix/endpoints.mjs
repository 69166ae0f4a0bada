import { type } from 'arktype';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { z } from 'zod';
import { createApi, defineRequest } from '../../dist/index.js';
import { createGraphQL, gql, Operation } from '../../dist/graphql.js';
import { events } from '../../dist/sse.js';
import { bytes, jsonLines } from '../../dist/stream.js';

/** The maximum duration of a stream after its headers, in milliseconds. */
export const MAX_DURATION = 400;

const standard = (validate) => ({ '~standard': { version: 1, vendor: 'matrix', validate } });

const SCHEMAS = {
  'of zod': () => z.object({ ok: z.boolean() }),
  'of valibot': () => v.object({ ok: v.boolean() }),
  'of arktype': () => type({ ok: 'boolean' }),
  'that refuses': () => v.object({ other: v.number() }),
  'that is async': () =>
    standard(async (value) => {
      await sleep(15);
      return { value };
    }),
  'that throws': () =>
    standard(() => {
      throw new Error('the schema throws');
    }),
  'that hangs': () => standard(() => new Promise(() => undefined)),
};

const throwing = () => {
  throw new Error('a comment was reported');
};
const streamLimits = (draw) => ({ maxDuration: MAX_DURATION, idleTimeout: draw.of(undefined, 100) });
const RECONNECTS = [
  undefined,
  true,
  { max: 2, baseDelay: 20, maxDelay: 50 },
  { baseDelay: 100, jitter: false },
];

/** Kinds of responses: the valid response of the servers, and the way to read it. */
const ANSWERS = {
  json: () => ({ reads: 'json' }),
  optionalJson: () => ({ reads: 'json', responseType: 'optionalJson' }),
  text: () => ({ reads: 'text', responseType: 'text' }),
  blob: () => ({ reads: 'blob', responseType: 'blob' }),
  none: () => ({ reads: 'none', responseType: 'none' }),
  'a schema': (draw) => ({ reads: 'json', schema: draw.named('schema', SCHEMAS)() }),
  'JSON lines': (draw) => ({ reads: 'stream', good: 'lines', responseType: jsonLines(streamLimits(draw)) }),
  events: (draw) => ({
    reads: 'stream',
    good: 'events',
    responseType: events({
      ...streamLimits(draw),
      ignoreContentType: draw.chance(0.3),
      reconnect: draw.of(...RECONNECTS),
      onComment: draw.of(undefined, throwing),
    }),
  }),
  bytes: (draw) => ({
    reads: 'stream',
    responseType: bytes({ ...streamLimits(draw), maxSize: draw.of(undefined, 1_000_000) }),
  }),
};

async function* pieces() {
  yield '{"a":';
  await sleep(5);
  yield '1}';
}

/** Request bodies, created for each call. */
const BODIES = {
  'an object': () => ({ a: 1, nested: { list: [1, 'two'] } }),
  'a list': () => [1, 2, 3],
  'a text': () => 'a text',
  'a form': () => {
    const form = new FormData();
    form.set('file', new Blob(['content']), 'a.txt');
    return form;
  },
  'a query': () => new URLSearchParams({ a: '1' }),
  'a blob': () => new Blob(['content']),
  'a large buffer': () => new ArrayBuffer(200_000),
  bytes: () => new Uint8Array([1, 2, 3]),
  'a stream': () => new Blob(['content']).stream(),
  'an iteration': () => pieces(),
  nothing: () => undefined,
};

const drawParams = (draw, method) => {
  if (method === 'GET')
    return draw.of(
      () => ({}),
      () => ({ q: 'a b', list: [1, 2] }),
      () => undefined,
    );
  return draw.named('with', BODIES);
};

/** Timeouts on one to three levels. `counts` is the effective timeout. */
const drawDeadlines = (draw) => {
  const some = () => draw.between(3, 12) * 100;
  const [client, endpoint] = [draw.of(undefined, some()), draw.of(undefined, some())];
  const call = client === undefined && endpoint === undefined ? some() : draw.of(undefined, some());
  const counts = call ?? endpoint ?? client;
  draw.say(`timeout ${[client, endpoint, call].map((ms) => ms ?? '–').join('/')}`);
  return { client, endpoint, call, counts };
};

const drawRest = (draw, url, config, deadlines) => {
  const { reads, good = 'json', ...answer } = draw.named('for', ANSWERS)(draw);
  const method = draw.of('GET', 'GET', 'POST', 'PUT');
  draw.say(method);
  const together = draw.of({}, {}, reads === 'stream' ? {} : { share: true }, { dedupe: true });
  if (together.share) draw.say('share');
  if (together.dedupe) draw.say('dedupe');
  const ask = defineRequest()({
    method,
    path: `/${good}/${url.id}`,
    timeout: deadlines.endpoint,
    ...answer,
    ...together,
  });
  const api = createApi({ ...config, baseUrl: url.base, requests: { ask } });
  return { ask: api.ask, params: drawParams(draw, method), reads, ...together };
};

const drawGraphQL = (draw, url, config, deadlines) => {
  draw.say('GraphQL');
  const together = draw.of({}, { share: true }, { dedupe: true });
  const ask = new Operation({
    operation: gql`
      query ask($a: Int) {
        ok(a: $a)
      }
    `,
    timeout: deadlines.endpoint,
    ...together,
  });
  const api = createGraphQL({ ...config, endpoint: `${url.base}/graphql/${url.id}`, operations: { ask } });
  return { ask: api.ask, params: () => ({ a: 1 }), reads: 'json', ...together };
};

/**
 * A client of one endpoint.
 *
 * @param {{ base: string, id: string }} url The base URL, and an id that identifies the run for the servers.
 */
export const drawEndpoint = (draw, url, config) => {
  const deadlines = drawDeadlines(draw);
  const whole = { ...config, timeout: deadlines.client };
  const make = draw.chance(0.15) ? drawGraphQL : drawRest;
  return { ...make(draw, url, whole, deadlines), deadline: deadlines.counts, callTimeout: deadlines.call };
};
