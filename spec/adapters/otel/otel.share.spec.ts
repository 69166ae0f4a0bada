import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { observers } from '../../../lib/entries/observe.js';
import { openTelemetry, type OpenTelemetryOptions } from '../../../lib/entries/otel.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { createTestClient } from '../../support/client.js';
import { recordTelemetry, type RecordedTelemetry } from '../../support/recorded-spans.js';

let seen: RecordedTelemetry;
beforeEach(() => void (seen = recordTelemetry()));
afterEach(() => seen.unregister());

const sharing = (options?: OpenTelemetryOptions) => {
  const { fetch, requests } = heldFetch();
  const client = { observers: observers(openTelemetry(options)) };
  return { requests, api: createTestClient({ fetch, ...client, endpoint: { share: true } }).api };
};

const linked = (): unknown[] => seen.spans.map(({ links }) => links.map((link) => link.context));

describe('calls that share a request (rules.md#tracing)', () => {
  it('have one span for it, and each joined call has a link to that span', async () => {
    const { api, requests } = sharing();
    const first = api.call();
    await flush();
    const calls = [first, api.call(), api.call()];
    await flush();
    requests[0]!.answer({});
    await Promise.all(calls);
    expect(seen.lines()).toEqual([
      'INTERNAL call',
      'CLIENT GET /things, in call',
      'INTERNAL call',
      'INTERNAL call',
    ]);
    const link = seen.spans[1]!.spanContext();
    expect(linked()).toEqual([[], [], [link], [link]]);
  });

  it('have a link to the span even if the call that sent the request was aborted', async () => {
    const { api, requests } = sharing();
    const leaving = new AbortController();
    const leader = api.call({}, { signal: leaving.signal });
    await flush();
    const second = api.call();
    await flush();
    leaving.abort();
    await leader;
    const third = api.call();
    await flush();
    requests[0]!.answer({});
    await Promise.all([second, third]);
    const link = seen.spans[1]!.spanContext();
    expect(linked().slice(2)).toEqual([[link], [link]]);
    expect(seen.lines()[1]).toBe('CLIENT GET /things, in call');
    expect(requests).toHaveLength(1);
  });

  it('have no link if calls have no span', async () => {
    const { api, requests } = sharing({ callSpan: false });
    const calls = [api.call(), api.call()];
    await flush();
    requests[0]!.answer({});
    await Promise.all(calls);
    expect(seen.lines()).toEqual(['CLIENT GET /things']);
  });
});
