import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { observe, observers } from '../dist/observe.js';
import { openTelemetry } from '../dist/otel.js';
import { build, contenderOf } from './contenders/homing.mjs';
import { cpuNs } from './measure/cpu.mjs';
import { checkData, interleaved } from './measure/interleaved.mjs';
import { median, quartiles } from './measure/statistics.mjs';
import { bareStub } from './measure/stubs.mjs';
import { takeTurns } from './measure/take-turns.mjs';
import { withServer } from './measure/with-server.mjs';
import { atMost, columns, table } from './report/suite-result.mjs';

export const title = 'Cost of tracing';

export const how = `The figures are CPU time of the client's process for each call, of all its threads, one call after the other. The calls use the global fetch to a server in its own process, with OpenTelemetry's SDK, a batch processor and an exporter that drops its data. Calls without tracing are compared with the same calls under \`@opentelemetry/instrumentation-undici\`, which makes one span for each, and under \`openTelemetry()\` from \`homing/otel\`, with a span for the call and without one. *Idle* is a client whose observer was detached, over a minimal stub.`;

const UNDICI = 'instrumentation-undici';
const REQUEST_SPANS = 'openTelemetry({ callSpan: false })';
const ALL_SPANS = 'openTelemetry()';

/** The number of spans per call. */
const SPANS = { [UNDICI]: 1, [REQUEST_SPANS]: 1, [ALL_SPANS]: 2, 'no tracing': 0 };

const COLUMNS = columns('', {
  us: ['CPU per call, µs', 1],
  added: ['added, µs', 1],
  ratio: ['relative to instrumentation-undici', 3],
  low: ['quartiles', 3],
  high: ['', 3],
});

const clientWith = (baseUrl, options) => {
  const { createApi } = build;
  const watching = options && { observers: observers(openTelemetry(options)) };
  const watched = { ...build, createApi: (config) => createApi({ ...config, ...watching }) };
  return contenderOf('homing', watched).make(baseUrl).get;
};

const tracedRows = async (origin, quick) => {
  // An instrumentation that is created disabled still checks this later.
  const instrumentation = new UndiciInstrumentation();
  instrumentation.disable();
  const dropping = { export: (_spans, done) => done({ code: 0 }), shutdown: async () => undefined };
  let spans = 0;
  const counting = {
    ...dropping,
    onStart: () => void (spans += 1),
    onEnd: () => undefined,
    forceFlush: async () => undefined,
  };
  const provider = new NodeTracerProvider({ spanProcessors: [counting, new BatchSpanProcessor(dropping)] });
  provider.register();
  const url = `${origin}/small`;
  const calls = {
    'no tracing': clientWith(url),
    [UNDICI]: clientWith(url),
    [REQUEST_SPANS]: clientWith(url, { callSpan: false, propagate: () => true }),
    [ALL_SPANS]: clientWith(url, { propagate: () => true }),
  };
  const batch = async (name, count = quick ? 150 : 400) => {
    if (name === UNDICI) instrumentation.enable();
    const start = cpuNs();
    for (let id = 1; id <= count; id += 1) await calls[name](id);
    const taken = (cpuNs() - start) / count / 1000;
    if (name === UNDICI) instrumentation.disable();
    return taken;
  };
  const names = Object.keys(calls);
  for (const name of names) {
    await checkData(name, calls[name]);
    spans = 0;
    await batch(name, 1);
    if (spans !== SPANS[name]) throw new Error(`${name} made ${spans} spans per call.`);
    await batch(name, quick ? 500 : 2000);
  }
  const rounds = await takeTurns(names, { rounds: quick ? 12 : 60, warmUp: 2, batch });
  await provider.shutdown();
  return names.map((name) => {
    const ratios = rounds.map((round) => round[name] / round[UNDICI]);
    const [low, high] = quartiles(ratios);
    const us = median(rounds.map((round) => round[name]));
    const added = median(rounds.map((round) => round[name] - round[names[0]]));
    return { name, us, added: name === names[0] ? null : added, ratio: median(ratios), low, high };
  });
};

const idleRows = async (quick) => {
  const stubbed = () => {
    const api = build.createApi({
      baseUrl: 'https://api.example.com/v1',
      fetch: bareStub,
      requests: { getUser: build.defineRequest()({ method: 'GET', path: '/users/:id' }) },
    });
    return { api, call: (id) => api.getUser({ id }) };
  };
  const detached = stubbed();
  observe(detached.api, openTelemetry())();
  const calls = new Map([
    ['no observer', stubbed().call],
    ['idle', detached.call],
  ]);
  const [first, idle] = await interleaved(calls, quick);
  return [{ ...first, overhead: null }, idle];
};

/** @param {{ quick: boolean }} options */
export const run = async ({ quick }) => {
  const idle = await idleRows(quick);
  const rows = await withServer((origin) => tracedRows(origin, quick));
  const ratioOf = (wanted) => rows.find(({ name }) => name === wanted).ratio;
  const idleColumns = columns('', { ns: ['ns per call', 0], overhead: ['added, ns', 0] });
  return {
    tables: [
      table('GET over the global fetch, traced', COLUMNS, rows),
      table('GET, a minimal stub, observer detached', idleColumns, idle),
    ],
    goals: [
      atMost('time added by a detached observer', idle[1].overhead, 10, ' ns'),
      atMost(`CPU of ${REQUEST_SPANS}, relative to ${UNDICI}`, ratioOf(REQUEST_SPANS), 1, '', 3),
      atMost(`CPU of ${ALL_SPANS}, relative to ${UNDICI}`, ratioOf(ALL_SPANS), 1, '', 3),
    ],
    charts: [],
  };
};
