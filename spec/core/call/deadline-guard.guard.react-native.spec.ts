import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Middleware, retryMiddleware } from '../../../lib/index.js';
import { answering, heeding, oneEndpoint } from '../../support/one-endpoint.js';

describe('where signals have no reason, as on React Native', () => {
  const reason = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'reason')!;

  beforeEach(() => {
    delete (AbortSignal.prototype as { reason?: unknown }).reason;
  });

  afterEach(() => {
    Object.defineProperty(AbortSignal.prototype, 'reason', reason);
  });

  it('a deadline in the wait for a retry brings home what was answered', async () => {
    const middleware = [retryMiddleware({ delay: () => 60_000 })];
    const fetch = answering({}, { status: 500 });
    const { error } = await oneEndpoint({ fetch, endpoint: { middleware, timeout: 200 } }).call();
    expect([error?.kind, error?.status]).toEqual(['http', 500]);
  });

  it("fetch's signal has the reason all the same", async () => {
    const { error } = await oneEndpoint({ fetch: heeding(), endpoint: { timeout: 5 } }).call();
    expect([error?.kind, (error?.body as Error).name]).toEqual(['timeout', 'TimeoutError']);
  });

  it.each(['caller', 'middleware'])(
    "a middleware's own error is one although a signal of the %s aborted",
    async (whose) => {
      const stop = new AbortController();
      const failing: Middleware = ({ request }) => {
        if (whose === 'middleware') request.signal = stop.signal;
        stop.abort();
        return Promise.reject(new Error('mine'));
      };
      const { call } = oneEndpoint({ endpoint: { middleware: [failing] } });
      const { error } = await call({}, whose === 'caller' ? { signal: stop.signal } : {});
      expect([error?.kind, (error?.body as Error).message]).toEqual(['middleware', 'mine']);
    },
  );
});
