import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { answering, oneEndpoint } from '../../support/one-endpoint.js';

afterEach(() => {
  jest.restoreAllMocks();
});

/** How often a call makes each of these. */
const madeBy = async (call: () => Promise<unknown>): Promise<Record<string, number>> => {
  const controllers = jest.spyOn(globalThis, 'AbortController');
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const listeners = jest.spyOn(EventTarget.prototype, 'addEventListener');
  await call();
  return {
    controllers: controllers.mock.calls.length,
    timers: timers.mock.calls.length,
    listeners: listeners.mock.calls.length,
  };
};

describe('a call that needs no controller, timer or listener', () => {
  it('makes none without signal, timeout, share and dedupe', async () => {
    const response = { ok: true, status: 200, text: async () => '1' } as Response;
    const api = oneEndpoint({ fetch: answering().mockResolvedValue(response) });
    expect(await madeBy(() => api.call())).toEqual({ controllers: 0, timers: 0, listeners: 0 });
  });

  it('makes one controller and one timer for a deadline, and no listener', async () => {
    const response = { ok: true, status: 200, text: async () => '1' } as Response;
    const api = oneEndpoint({ fetch: answering().mockResolvedValue(response), endpoint: { timeout: 1000 } });
    expect(await madeBy(() => api.call())).toEqual({ controllers: 1, timers: 1, listeners: 0 });
  });
});
