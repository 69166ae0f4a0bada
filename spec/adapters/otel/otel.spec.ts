import { context, createContextKey, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tracingBy } from '../../../lib/adapters/otel/otel.js';
import { readOptions } from '../../../lib/adapters/otel/options.js';
import {
  cacheMiddleware,
  createGraphQL,
  gql,
  type Middleware,
  Operation,
  pollUntil,
  retryMiddleware,
} from '../../../lib/index.js';
import { observers } from '../../../lib/entries/observe.js';
import { openTelemetry, type OpenTelemetryOptions } from '../../../lib/entries/otel.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { flush } from '../../support/flush.js';
import { ManualClock } from '../../support/manual-clock.js';
import { createTestClient, stubFetch, type TestClientOptions } from '../../support/client.js';
import { recordTelemetry, type RecordedTelemetry } from '../../support/recorded-spans.js';
import { broken } from '../../support/streams.js';

let seen: RecordedTelemetry;
beforeEach(() => void (seen = recordTelemetry()));
afterEach(() => seen.unregister());

/** Without a page, as on a server, in every runtime. */
const tracing = (options?: OpenTelemetryOptions, clock?: ManualClock) =>
  observers(
    tracingBy(
      readOptions(options, () => undefined),
      clock,
    ),
  );

const traced = (setup: TestClientOptions = {}, options?: OpenTelemetryOptions) =>
  createTestClient({ name: 'shop', observers: tracing(options), ...setup }).api;

const inTurn = (...statuses: number[]) =>
  stubFetch({ answers: statuses.map((status) => jsonResponse({ status }, { status })) });

const RETRY = retryMiddleware({ max: 2, baseDelay: 1, jitter: false });

const CALL = 'INTERNAL shop.call';
const ASKED = 'CLIENT GET /things, in shop.call';

describe('a span for each request (rules.md#tracing)', () => {
  it("is a child of the call's span, with the attributes of the conventions", async () => {
    await traced().call({ q: 'x' });
    expect(seen.lines()).toEqual([CALL, ASKED]);
    expect(seen.spans[1]?.attributes).toEqual({
      'http.request.method': 'GET',
      'server.address': 'api.test',
      'server.port': 80,
      'url.full': 'http://api.test/things?q=x',
      'url.template': '/things',
      'http.response.status_code': 200,
    });
  });

  it('is named after the template, with the path of baseUrl', async () => {
    const api = traced({ baseUrl: 'https://api.test/v2/', endpoint: { path: '/users/{id}' } });
    await api.call({ id: 7 });
    expect(seen.spans[1]?.name).toBe('GET /v2/users/{id}');
    expect(seen.spans[1]?.attributes['url.full']).toBe('https://api.test/v2/users/7');
  });

  it('is created for each attempt, with the resend count', async () => {
    await traced({ fetch: inTurn(503, 503, 200), middleware: [RETRY] }).call();
    const failed = 'CLIENT GET /things, ERROR, 503, in shop.call';
    expect(seen.lines()).toEqual([CALL, failed, failed, ASKED]);
    const counts = seen.spans.map(({ attributes }) => attributes['http.request.resend_count']);
    expect(counts).toEqual([undefined, undefined, 1, 2]);
  });

  it('is sent with tracing suppressed for instrumented fetch, and the rest of the call is not suppressed', async () => {
    const key = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');
    const isSuppressed = (): unknown => context.active().getValue(key);
    const found: unknown[] = [];
    const fetch = vi.fn(async () => (found.push(isSuppressed(), trace.getActiveSpan()), jsonResponse({})));
    const around: Middleware = (_ctx, next) => (found.push(isSuppressed(), trace.getActiveSpan()), next());
    await traced({ fetch, middleware: [around] }).call();
    expect(found).toEqual([undefined, seen.spans[0], true, seen.spans[1]]);
  });

  it('is omitted for an invalid URL', async () => {
    const nowhere: Middleware = ({ request }, next) => ((request.url = 'http://['), next());
    const { error } = await traced({ middleware: [nowhere] }).call();
    expect([error, seen.lines()]).toEqual([null, [CALL]]);
  });
});

describe('the span of a call (rules.md#tracing)', () => {
  it('contains client, endpoint and outcome', async () => {
    await traced().call();
    expect(seen.spans[0]?.attributes).toEqual({
      'homing.client': 'shop',
      'homing.endpoint': 'call',
      'homing.outcome': 'ok',
    });
  });

  it('is named only after the endpoint if the client has no name', async () => {
    await traced({ name: undefined }).call();
    expect(seen.spans[0]?.name).toBe('call');
  });

  it('is created for an invalid call, too', async () => {
    await traced().call({}, { headers: { 'a b': '' } });
    expect(seen.lines()).toEqual(['INTERNAL shop.call, ERROR, TypeError']);
  });

  it('can be omitted, and request spans become children of the active span', async () => {
    const outer = trace.getTracer('spec').startSpan('outer');
    const api = traced({}, { callSpan: false });
    await context.with(trace.setSpan(context.active(), outer), () => api.call());
    expect(seen.lines().slice(1)).toEqual(['CLIENT GET /things, in outer']);
  });

  it('contains the origin of the call', async () => {
    const api = traced();
    await (await api.call()).retry();
    await pollUntil(api.call, {}, { every: 1000, until: () => true });
    const origins = seen.spans.map(({ attributes }) => attributes['homing.origin']);
    expect(origins.filter(Boolean)).toEqual(['retry', 'poll']);
  });

  it('contains the GraphQL operation, and only the call has the errors of the operation', async () => {
    const api = createGraphQL({
      endpoint: 'http://api.test/graphql',
      observers: observers(openTelemetry()),
      fetch: stubFetch({ data: { errors: [{ message: 'no' }] } }),
      operations: {
        me: new Operation({
          operation: gql`
            query user {
              me
            }
          `,
        }),
      },
    });
    await api.me();
    expect(seen.lines()).toEqual(['INTERNAL me, ERROR, graphql', 'CLIENT POST /graphql, in me']);
    expect(seen.spans[0]?.attributes['homing.operation']).toBe('query user');
  });
});

describe('the status of spans (rules.md#tracing)', () => {
  const linesOf = async (setup: TestClientOptions, options: object = {}): Promise<string[]> => {
    await traced(setup).call({}, options);
    return seen.lines();
  };
  const failedWith = (type: string): string[] => [
    `${CALL}, ERROR, ${type}`,
    `CLIENT GET /things, ERROR, ${type}, in shop.call`,
  ];

  it('is an error from status 400', async () => {
    expect(await linesOf({ fetch: stubFetch({ data: {}, status: 404 }) })).toEqual(failedWith('404'));
    expect(seen.spans[1]?.attributes['http.response.status_code']).toBe(404);
    expect(seen.spans[1]?.status.message).toBeUndefined();
  });

  it('is an error with the reason if the network failed', async () => {
    const refused = Object.assign(new Error('secret'), { code: 'ECONNREFUSED' });
    expect(await linesOf({ throws: refused })).toEqual(failedWith('ECONNREFUSED'));
    expect(seen.spans[1]?.status.message).toBe('GET /things got no response: ECONNREFUSED');
  });

  it('is an error at the deadline', async () => {
    expect(await linesOf({ fetch: stubFetch({ held: true }) }, { timeout: 50 })).toEqual(
      failedWith('timeout'),
    );
  });

  it("is an error if the body broke off or isn't JSON", async () => {
    // Some browsers use this error for every failure.
    const fetch = vi.fn(async () => new Response(broken(new TypeError('torn'))));
    expect(await linesOf({ fetch })).toEqual(failedWith('TypeError'));
    expect(seen.spans[1]?.attributes['http.response.status_code']).toBe(200);
    seen.spans.length = 0;
    expect(await linesOf({ fetch: async () => new Response('<') })).toEqual(failedWith('parse'));
  });

  it('is unset for an abort, and for a superseded call', async () => {
    const signal = AbortSignal.abort();
    expect(await linesOf({ fetch: stubFetch({ held: true }) }, { signal })).toEqual([CALL]);
    expect(seen.spans[0]?.attributes['homing.outcome']).toBe('abort');
    seen.spans.length = 0;
    const api = traced({ fetch: stubFetch({ held: true }), endpoint: { dedupe: true } });
    const first = api.call();
    await flush();
    void api.call();
    await first;
    expect(seen.lines().slice(0, 2)).toEqual([CALL, ASKED]);
  });

  it('is an error only for the call if a schema rejects the data', async () => {
    const refusing = {
      '~standard': { version: 1, vendor: 'spec', validate: () => ({ issues: [{ message: 'no' }] }) },
    } as const;
    const lines = await linesOf({ endpoint: { schema: refusing } });
    expect(lines).toEqual([`${CALL}, ERROR, parse`, ASKED]);
  });
});

describe('the span of a call (rules.md#tracing)', () => {
  it('has events for waits and cache hits', async () => {
    await traced({ fetch: inTurn(503, 200), middleware: [RETRY] }).call();
    const wait = ['homing.wait', { ms: 1, why: 'retry', reason: expect.anything() as unknown }];
    expect(seen.spans[0]?.events).toEqual([wait]);
    seen.spans.length = 0;
    const api = traced({ middleware: [cacheMiddleware()] });
    await api.call();
    await api.call();
    expect(seen.lines()).toEqual([CALL, ASKED, CALL]);
    expect(seen.spans.map(({ events }) => events)).toEqual([[], [], [['homing.cache', { hit: true }]]]);
  });

  it('has the attributes of the application, which override others', async () => {
    const attributes = () => ({ 'app.tenant': 'a', 'url.full': 'hidden' });
    await traced({}, { attributes }).call();
    const told = seen.spans.map((span) => [span.attributes['app.tenant'], span.attributes['url.full']]);
    expect(told).toEqual([
      ['a', 'hidden'],
      ['a', 'hidden'],
    ]);
  });
});

describe('a traced call', () => {
  it('is unaffected by errors in the SDK and in the application', async () => {
    const failing = (): never => {
      throw new Error('theirs');
    };
    const api = traced({}, { attributes: failing });
    expect((await api.call()).error).toBeNull();
    expect(seen.lines()).toEqual([CALL, ASKED]);
    trace.disable();
    trace.setGlobalTracerProvider({ getTracer: failing });
    expect((await api.call()).error).toBeNull();
  });

  it('is sent unchanged without an SDK', async () => {
    seen.unregister();
    const fetch = stubFetch();
    await traced({ fetch }).call({}, { headers: { traceparent: 'own' } });
    expect(fetch.lastHeaders).toEqual({ traceparent: 'own' });
  });

  it('is recorded by an SDK that is registered later', async () => {
    seen.unregister();
    const api = traced();
    await api.call();
    seen = recordTelemetry();
    await api.call();
    expect(seen.lines()).toEqual([CALL, ASKED]);
  });
});

describe('the trace propagation (rules.md#tracing)', () => {
  it('uses one header with the span of the request', async () => {
    const fetch = stubFetch();
    await traced({ fetch }).call({}, { headers: { traceparent: 'an older one' } });
    expect(fetch.lastHeaders).toEqual({ traceparent: seen.traceparentOf('GET /things') });
  });

  it('is limited to the origin of baseUrl', async () => {
    const fetch = stubFetch();
    const elsewhere: Middleware = ({ request }, next) => ((request.url = 'http://other.test/'), next());
    await traced({ fetch, middleware: [elsewhere] }).call();
    expect(fetch.lastHeaders).toEqual({});
  });

  it("uses a middleware's own span as the parent if the context is not lost", async () => {
    const within: Middleware = (_ctx, next) => {
      const span = trace.getTracer('spec').startSpan('own');
      span.end();
      return context.with(trace.setSpan(context.active(), span), () => next());
    };
    const late: Middleware = (_ctx, next) => Promise.resolve().then(() => next());
    await traced({ middleware: [within] }).call();
    expect(seen.lines()).toEqual([CALL, 'INTERNAL own, in shop.call', 'CLIENT GET /things, in own']);
    seen.spans.length = 0;
    await traced({ middleware: [late] }).call();
    expect(seen.lines()).toEqual([CALL, ASKED]);
  });
});

describe('the duration (rules.md#tracing)', () => {
  const measured = async (options: OpenTelemetryOptions, status = 200) => {
    const clock = new ManualClock();
    const fetch = vi.fn(async () => (clock.move(250), jsonResponse({}, { status })));
    await createTestClient({ fetch, name: 'shop', observers: tracing(options, clock) }).api.call();
    return seen.recordings.splice(0);
  };
  const call = { 'homing.client': 'shop', 'homing.endpoint': 'call' };

  it('is recorded for each call', async () => {
    const attributes = { ...call, 'homing.outcome': 'ok' };
    expect(await measured({})).toEqual([{ name: 'homing.call.duration', value: 0.25, attributes }]);
    const failed = { ...call, 'homing.outcome': 'http', 'error.type': '503' };
    expect(await measured({ callSpan: false }, 503)).toMatchObject([{ attributes: failed }]);
  });

  it('is recorded for each request with requestDuration', async () => {
    const [request] = await measured({ requestDuration: true }, 503);
    const attributes = {
      'http.request.method': 'GET',
      'server.address': 'api.test',
      'server.port': 80,
      'http.response.status_code': 503,
      'error.type': '503',
    };
    expect(request).toEqual({ name: 'http.client.request.duration', value: 0.25, attributes });
  });
});
