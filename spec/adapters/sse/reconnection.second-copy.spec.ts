import { describe, expect, it } from 'vitest';
import { createApi, Request } from '../../../lib/index.js';
import type * as sse from '../../../lib/entries/sse.js';
import { eventAnswer } from '../../support/event-streams.js';
import { secondCopyOf } from '../../support/second-copy.js';

const { events } = secondCopyOf('lib/entries/sse.ts') as typeof sse;

describe('a reader of another copy of the package (rules.md#reconnecting)', () => {
  it('reconnects, and ends with the signal of the call', async () => {
    let sent = 0;
    const fetch = async (): Promise<Response> => eventAnswer(`data: ${String((sent += 1))}\n\n`);
    const responseType = events({ reconnect: { baseDelay: 0, jitter: false } });
    const requests = { watch: new Request({ method: 'GET', path: '/', responseType }) };
    const controller = new AbortController();
    const api = createApi({ baseUrl: 'http://api.test', fetch, requests });
    const { data } = await api.watch({}, { signal: controller.signal });
    const seen: unknown[] = [];
    for await (const item of data as AsyncIterable<sse.EventItem<unknown>>) {
      seen.push(item.error?.kind ?? item.data);
      if (seen.length === 3) controller.abort();
    }
    expect({ seen, sent }).toEqual({ seen: [1, 2, 3, 'abort'], sent: 3 });
  });
});
