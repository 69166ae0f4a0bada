import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { SignalWatch } from '../../lib/node/cleanup.js';
import { collectUntil } from '../support/collect.js';
import { ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

const dropWhatIsHere = async (signal: AbortSignal): Promise<void> => {
  const { url } = await serve((_request, response) => response.end('all of it'));
  await ownFetch()(url, { signal });
  await new Promise(setImmediate);
};

describe('the signal of a call', () => {
  it('ends the call with its reason', () => {
    const controller = new AbortController();
    const reasons: unknown[] = [];
    new SignalWatch(controller.signal, { abort: (reason) => void reasons.push(reason) });
    controller.abort('mine');
    expect(reasons).toEqual(['mine']);
  });

  it.each([null, 0, ''])('also ends the call with the reason %o', async (reason) => {
    const controller = new AbortController();
    const call = ownFetch()('http://127.0.0.1:2/', { signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await expect(ownFetch()('http://localhost/', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('still ends the call after it stopped keeping the call alive', () => {
    const controller = new AbortController();
    const reasons: unknown[] = [];
    const target = { abort: (reason: unknown) => void reasons.push(reason) };
    new SignalWatch(controller.signal, target).loosen(target);
    controller.abort('mine');
    expect(reasons).toEqual(['mine']);
  });

  it('has no listener left after a complete response was dropped unread', async () => {
    const { signal } = new AbortController();
    await dropWhatIsHere(signal);
    expect(listeners(signal)).toBe(1);
    await collectUntil(() => listeners(signal) === 0);
    expect(listeners(signal)).toBe(0);
  });
});
