import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApi, Request } from '../../../lib/index.js';
import { observers } from '../../../lib/entries/observe.js';
import { openTelemetry } from '../../../lib/entries/otel.js';
import { reader } from '../../../lib/entries/stream.js';
import { type Fetch, stubFetch } from '../../support/client.js';
import { recordTelemetry, type RecordedTelemetry } from '../../support/recorded-spans.js';

let seen: RecordedTelemetry;
beforeEach(() => void (seen = recordTelemetry()));
afterEach(() => seen.unregister());

interface Opened {
  done(items: number): void;
  fail(): void;
  wait(): void;
  again(): Promise<unknown>;
}

const lines = reader<Opened>({
  open: (body) => ({
    done: (items) => body.end(undefined, { items }),
    fail: () => body.end(body.error('network', Object.assign(new Error('torn'), { code: 'ECONNRESET' }))),
    wait: () => body.note({ type: 'wait', ms: 5, why: 'reconnect' }),
    again: () => body.again({}),
  }),
});

const streaming = (fetch: Fetch = stubFetch()) =>
  createApi({
    baseUrl: 'http://api.test',
    fetch,
    observers: observers(openTelemetry()),
    requests: { open: new Request<{}, Opened>({ method: 'GET', path: '/stream', responseType: lines }) },
  });

const open = (count: number): string[] =>
  seen.spans
    .slice(count)
    .filter(({ ends }) => ends === 0)
    .map(({ name }) => name);

describe('the spans of a stream (rules.md#tracing)', () => {
  it('end with the stream, and contain the number of items', async () => {
    const { data } = await streaming().open();
    expect(open(0)).toEqual(['open', 'GET /stream']);
    data?.done(3);
    expect(seen.lines()).toEqual(['INTERNAL open', 'CLIENT GET /stream, in open']);
    expect(seen.spans[0]?.attributes).toMatchObject({ 'homing.stream.items': 3, 'homing.outcome': 'ok' });
  });

  it('contain the error that ended the stream', async () => {
    const { data } = await streaming().open();
    data?.fail();
    const failed = 'ERROR, ECONNRESET';
    expect(seen.lines()).toEqual([`INTERNAL open, ${failed}`, `CLIENT GET /stream, ${failed}, in open`]);
  });

  it('are created for each connection, and the older span ends when the connection is lost', async () => {
    const { data } = await streaming().open();
    data?.wait();
    expect(open(1)).toEqual([]);
    await data?.again();
    expect(open(1)).toEqual(['GET /stream']);
    data?.done(0);
    expect(seen.spans.map(({ ends }) => ends)).toEqual([1, 1, 1]);
  });

  it('end at once if the stream did not open', async () => {
    await streaming(stubFetch({ data: {}, status: 503 })).open();
    expect(seen.lines()).toEqual(['INTERNAL open, ERROR, 503', 'CLIENT GET /stream, ERROR, 503, in open']);
  });
});
