import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi, poll, pollUntil, Request, type Result } from '../../../lib/index.js';
import { observe } from '../../../lib/entries/observe.js';
import { reader } from '../../../lib/entries/stream.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { recorder } from '../../support/recorder.js';

const nothing = reader<object>({ open: () => ({}) });

const setup = () => {
  const fetch = vi.fn(async () => jsonResponse({}));
  const requests = {
    read: new Request<{}, object>({ method: 'GET', path: '/things' }),
    stream: new Request<{}, object>({ method: 'GET', path: '/stream', responseType: nothing }),
  };
  const api = createApi({ baseUrl: 'http://api.test', fetch, requests });
  const seen = recorder();
  observe(api, seen.observer);
  return { api, fetch, seen };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('observers of a polled request', () => {
  it('receive its poll', async () => {
    const { api, seen } = setup();
    const stop = poll(api.read, {}, () => {}, { every: 10 });
    await vi.advanceTimersByTimeAsync(15);
    stop();
    await pollUntil(api.read, {}, { every: 10, until: () => true });
    const [first, second, third] = seen.calls.map(({ origin }) => origin) as [{ poll: number }, ...unknown[]];
    expect(first).toEqual({ type: 'poll', poll: expect.any(Number) });
    expect({ second, third }).toEqual({ second: first, third: { type: 'poll', poll: first.poll + 1 } });
  });

  it('receive that a retry is one', async () => {
    const { api, seen } = setup();
    const result = await new Promise<Result<object>>((resolve) => {
      poll(api.read, {}, resolve, { every: Infinity });
    });
    const again = await result.retry();
    await again.retry();
    const [first, second] = seen.calls;
    expect(seen.calls.slice(1).map(({ origin }) => origin)).toEqual([
      { type: 'retry', of: first?.id },
      { type: 'retry', of: second?.id },
    ]);
  });
});

describe('an endpoint that returns streams', () => {
  const refusal = new TypeError(
    "/stream returns a stream, which can't be polled: call the endpoint directly.",
  );

  it("is not polled: the callback receives a 'network' error with an explanation once, and nothing is sent", async () => {
    const { api, fetch } = setup();
    const callback = vi.fn<(result: Result<object>) => void>();
    poll(api.stream, {}, callback, { every: 10 });
    poll(api.stream, {}, callback, { every: 10 })();
    expect(callback).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(callback).toHaveBeenCalledTimes(1);
    const [[result]] = callback.mock.calls as [[Result<object>]];
    expect(result.error).toMatchObject({ kind: 'network', body: refusal });
    expect((await result.retry()).error).toMatchObject({ kind: 'network', body: refusal });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is rejected by pollUntil too', async () => {
    const { api, fetch } = setup();
    const { error } = await pollUntil(api.stream, {}, { every: 10, until: () => true });
    expect(error).toMatchObject({ kind: 'network', body: refusal });
    expect(fetch).not.toHaveBeenCalled();
  });
});
