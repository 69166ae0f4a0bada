import { describe, expect, it, jest } from '@jest/globals';
import { WatchStage } from '../../../lib/core/stages/watch-stage.js';
import type { CallFacts, Watch, WatchedCall } from '../../../lib/core/stages/watch.js';
import type { CallRun } from '../../../lib/core/stages/call-run.js';
import type { Result } from '../../../lib/index.js';
import { oneEndpoint } from '../../support/one-endpoint.js';

/** A watch that only lets through. */
const passing = () => {
  const facts: CallFacts[] = [];
  const clients: (string | undefined)[] = [];
  const watched = {
    id: 7,
    around: jest.fn(<T>(run: () => T): T => run()),
    send: jest.fn((_attempt: object, _url: string, init: RequestInit, send: (init: RequestInit) => unknown) =>
      send(init),
    ),
    joined: jest.fn(),
    answered: jest.fn<(attempt: object) => void>(),
    note: jest.fn(),
    end: jest.fn(),
  };
  const begin = (call: CallFacts, client: string | undefined): WatchedCall => {
    facts.push(call);
    clients.push(client);
    return watched as unknown as WatchedCall;
  };
  return { facts, clients, watched, watch: { begin } satisfies Watch };
};

describe('the stage that tells of calls', () => {
  it('is nothing where nobody watches: it gives the very promise of what stands inside', () => {
    const inside = Promise.resolve({} as Result<unknown>);
    const unused: Partial<CallRun> = {};
    const stage = new WatchStage({ watch: undefined }, 'shop');
    expect(stage.run(unused as CallRun, () => inside)).toBe(inside);
  });

  it('looks at the slot at each call', async () => {
    const { watch, clients } = passing();
    const slot: { watch: Watch | undefined } = { watch: undefined };
    const stage = new WatchStage(slot, 'shop');
    const call: Partial<CallRun> = { whenOver: () => undefined };
    const next = async (): Promise<Result<unknown>> => ({}) as Result<unknown>;
    await stage.run(call as CallRun, next);
    slot.watch = watch;
    await stage.run(call as CallRun, next);
    slot.watch = undefined;
    await stage.run(call as CallRun, next);
    expect(clients).toEqual(['shop']);
  });

  it('tells nothing more of a call that nobody wants to see', async () => {
    const { watched } = passing();
    const api = oneEndpoint({ client: { watch: { begin: () => undefined } } });
    expect((await api.call()).error).toBeNull();
    expect(watched.end).not.toHaveBeenCalled();
  });

  it('stands outermost: it begins before params and options are read, and ends with what the caller gets', async () => {
    const { watch, watched, facts } = passing();
    const api = oneEndpoint({ client: { watch } });
    const result = await api.call({}, { timeout: 'soon' as never });
    expect(facts).toMatchObject([{ requestName: 'call', origin: undefined, timeout: 0 }]);
    expect(watched.around).toHaveBeenCalledTimes(1);
    expect(watched.end.mock.calls).toEqual([[result, undefined]]);
    expect(watched.send).not.toHaveBeenCalled();
  });

  it('has the sending, its answer and the end told in their order', async () => {
    const { watch, watched } = passing();
    const order = jest.fn();
    for (const hook of ['around', 'send', 'answered', 'end'] as const) {
      const plain = watched[hook].getMockImplementation() as ((...args: unknown[]) => unknown) | undefined;
      watched[hook].mockImplementation((...args: unknown[]) => {
        order(hook);
        return plain?.(...args);
      });
    }
    await oneEndpoint({ client: { watch } }).call();
    expect(order.mock.calls.flat()).toEqual(['around', 'send', 'answered', 'end']);
    expect(watched.answered.mock.calls[0]?.[0]).toBe(watched.send.mock.calls[0]?.[0]);
  });
});
