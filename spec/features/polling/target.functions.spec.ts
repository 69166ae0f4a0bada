import { describe, expect, it, vi } from 'vitest';
import { type CallOptions, type Result, pollUntil } from '../../../lib/index.js';
import { errorResult, successResult } from '../../../lib/entries/testing.js';
import type { Untyped } from '../../support/client.js';
import { EVERY, asReactNative, heard, inOwnTime, pass, start } from '../../support/polled.js';

/** A function that returns each of these in turn, and then the last one again and again. */
const giving = (...answers: Untyped[]) => {
  let at = 0;
  return vi.fn(async (_params: Untyped, _options: CallOptions): Promise<Result<Untyped>> => {
    const answer = answers[Math.min(at, answers.length - 1)];
    at += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  });
};

inOwnTime();

describe('a hand-written function (rules.md#a-function-of-your-own)', () => {
  it('is called with the params and the call options with a signal', async () => {
    const ask = giving(successResult(1));
    const { signal } = new AbortController();
    start(ask, { id: 1 }, { headers: { a: 'b' }, timeout: 5, signal, maxEvery: 9, inBackground: true });
    await pass(EVERY);
    expect(ask).toHaveBeenCalledTimes(2);
    for (const [params, options] of ask.mock.calls) {
      expect(params).toEqual({ id: 1 });
      expect(options).toEqual({ headers: { a: 'b' }, timeout: 5, signal: expect.any(AbortSignal) });
    }
  });

  it('has its signal aborted by stop() and by the signal of the poll', async () => {
    const pending = vi.fn((_params: unknown, _options: CallOptions) => new Promise<Untyped>(() => {}));
    const owner = new AbortController();
    start(pending).stop();
    start(pending, {}, { signal: owner.signal });
    owner.abort();
    expect(pending.mock.calls.map(([, { signal }]) => signal!.aborted)).toEqual([true, true]);
  });

  it('whose response comes in spite of the abort is ignored', async () => {
    let resolve: (result: Untyped) => void = () => {};
    const { stop, callback } = start(() => new Promise((done) => (resolve = done)));
    stop();
    resolve(successResult(1));
    await pass(EVERY);
    expect(callback).not.toHaveBeenCalled();
  });

  it('shares a poll only with callers of the same function and the same params', () => {
    asReactNative();
    const [one, other] = [giving(successResult(1)), giving(successResult(1))];
    for (const params of [{ a: 1 }, { a: 1 }, { a: 2 }]) start(one, params);
    start(other, { a: 1 });
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([2, 1]);
  });
});

describe('a hand-written function that fails (rules.md#a-function-of-your-own)', () => {
  const failed = {
    data: null,
    response: null,
    error: {
      kind: 'middleware',
      status: 0,
      body: new Error('mine'),
      request: { method: '', url: '', params: {} },
    },
  };

  it('with a thrown error returns an error Result, and the poll continues', async () => {
    const { callback } = start(giving(new Error('mine'), successResult(2)));
    await pass(EVERY);
    expect(callback.mock.calls).toMatchObject([[failed], [{ data: 2 }]]);
  });

  it('with a thrown error ends a pollUntil, even before it returns a promise', async () => {
    const throwing = (): never => {
      throw new Error('mine');
    };
    for (const ask of [giving(new Error('mine')), throwing])
      expect(await pollUntil(ask, {}, { every: EVERY, until: () => true })).toMatchObject(failed);
  });

  it.each([
    ['undefined', undefined, /undefined/],
    ['a Response', new Response(), /Response/],
    ['data', { id: 1 }, /: return the Result of a call/],
    ['an error that is not an Error', { data: null, error: 'no' }, /: return the Result of a call/],
  ])('with %s as its return value explains that', async (_name, given, sentence) => {
    const { callback } = start(giving(given));
    await pass(0);
    const { error } = callback.mock.calls[0]![0];
    expect(error!.kind).toBe('middleware');
    expect(error!.body).toMatchObject({ name: 'TypeError', message: expect.stringMatching(sentence) });
  });

  it('with a 503 without headers causes a backoff too', async () => {
    const { callback } = start(giving({ data: null, error: { kind: 'http', status: 503, request: {} } }));
    await pass(2 * EVERY);
    expect(heard(callback)).toEqual(['http', 'http', 'http']);
  });
});

describe('the Results of a hand-written function (rules.md#a-function-of-your-own)', () => {
  it('are completed with the missing properties', async () => {
    const { callback } = start(giving({ data: 1, error: null }));
    await pass(0);
    const shape = { data: 1, error: null, status: 0, response: null, retry: expect.any(Function) };
    expect(callback.mock.calls[0]![0]).toEqual(shape);
  });

  it("call the function again on retry(), with a signal that isn't the stopped one", async () => {
    const ask = giving(successResult(1), successResult(2));
    const { stop, callback } = start(ask, { id: 1 });
    await pass(0);
    stop();
    const again = await callback.mock.calls[0]![0].retry();
    expect(again.data).toBe(2);
    expect(ask.mock.calls[1]).toEqual([{ id: 1 }, { signal: expect.objectContaining({ aborted: false }) }]);
  });
});

describe("pollUntil's own result for a hand-written function (rules.md#polluntil)", () => {
  const options = { every: EVERY, until: () => false, giveUpAfter: 10 };

  it('names no request if none is known', async () => {
    const promise = pollUntil(giving(successResult(1)), { id: 1 }, options);
    await pass(10);
    expect((await promise).error!.request).toEqual({ method: '', url: '', params: { id: 1 } });
  });

  it('names the request of an earlier error', async () => {
    const promise = pollUntil(giving(errorResult(500, null)), { id: 1 }, options);
    await pass(10);
    const { method, url } = errorResult(500, null).error.request;
    expect((await promise).error!.request).toEqual({ method, url, params: { id: 1 } });
  });
});
