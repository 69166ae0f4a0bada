import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Middleware, type OpenBody, retryMiddleware } from '../../../../lib/index.js';
import { reader } from '../../../../lib/entries/stream.js';
import { limited, settleTasks } from '../../../support/limited.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A limit of one, and a client whose equal calls share their requests. */
const shared = () => {
  const set = limited({ concurrency: 1, endpoint: { share: true } });
  const join = (options?: object) => set.api.read({ same: true }, options);
  const settled = async (): Promise<number> => {
    await settleTasks();
    return set.requests.length;
  };
  return { ...set, join, settled };
};

/** A body that the spec ends. */
const slowBody = () => {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const write = (text: string): void => controller.enqueue(new TextEncoder().encode(text));
  return {
    response: new Response(stream),
    end: (text: string) => {
      write(text);
      controller.close();
    },
    breakOff: () => controller.error(new TypeError('broken off')),
  };
};

describe('calls that share a request (rules.md#rate-limit)', () => {
  it('occupy one slot, and all receive its response', async () => {
    const { join, settled, answer, begin } = shared();
    const calls = Array.from({ length: 20 }, () => join());
    expect([await settled(), await begin(1)]).toEqual([1, 1]);
    await answer(0);
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual(Array(20).fill({ at: 0 }));
    expect(await settled()).toBe(2);
  });

  it('keep the slot if the sender is aborted before the response', async () => {
    const { join, settled, requests, begin } = shared();
    const controller = new AbortController();
    const first = join({ signal: controller.signal });
    const second = join();
    await begin(1);
    controller.abort();
    await first;
    expect(await settled()).toBe(1);
    const { response, end } = slowBody();
    requests[0]?.answer(response);
    expect(await settled()).toBe(1);
    end('{"n":2}');
    expect((await second).data).toEqual({ n: 2 });
    expect(await settled()).toBe(2);
  });

  it('keep the slot if the sender is aborted before the end of the body', async () => {
    const { join, settled, requests, begin } = shared();
    const controller = new AbortController();
    const first = join({ signal: controller.signal });
    const second = join();
    await begin(1);
    const { response, end } = slowBody();
    requests[0]?.answer(response);
    await settled();
    controller.abort();
    await first;
    expect(await settled()).toBe(1);
    end('{}');
    await second;
    expect(await settled()).toBe(2);
  });

  it('keep the slot for a call that joined after the sender was aborted', async () => {
    const { join, settled, requests, answer, begin } = shared();
    const [one, two] = [new AbortController(), new AbortController()];
    const first = join({ signal: one.signal });
    const second = join({ signal: two.signal });
    await begin(1);
    one.abort();
    await first;
    const third = join();
    await settled();
    two.abort();
    await second;
    expect(await settled()).toBe(1);
    expect(requests[0]?.init.signal?.aborted).toBe(false);
    await answer(0);
    expect((await third).data).toEqual({ at: 0 });
    expect(await settled()).toBe(2);
  });

  it('release the slot if all are aborted', async () => {
    const { join, settled, begin } = shared();
    const controllers = [new AbortController(), new AbortController(), new AbortController()];
    const calls = controllers.map(({ signal }) => join({ signal }));
    await begin(1);
    for (const controller of controllers) {
      expect(await settled()).toBe(1);
      controller.abort();
    }
    await Promise.all(calls);
    expect(await settled()).toBe(2);
  });

  it.each(['fail', 'breakOff'] as const)(
    'release the slot if the request of an aborted sender does %s',
    async (how) => {
      const { join, settled, requests, begin } = shared();
      const controller = new AbortController();
      const first = join({ signal: controller.signal });
      const second = join();
      await begin(1);
      controller.abort();
      await first;
      const { response, breakOff } = slowBody();
      if (how === 'fail') requests[0]?.fail(new TypeError('reset'));
      else {
        requests[0]?.answer(response);
        await settled();
        breakOff();
      }
      expect((await second).error).not.toBeNull();
      expect(await settled()).toBe(2);
    },
  );

  it('keep their position in the queue if the sender is aborted', async () => {
    const { join, settled, begin, answer } = shared();
    await begin(1);
    const controller = new AbortController();
    const first = join({ signal: controller.signal });
    const second = join();
    await settled();
    controller.abort();
    expect((await first).error?.kind).toBe('abort');
    await answer(0);
    expect(await settled()).toBe(2);
    await answer(1);
    expect((await second).data).toEqual({ at: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leave the queue if all are aborted', async () => {
    const { join, settled, begin } = shared();
    await begin(1);
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map(({ signal }) => join({ signal }));
    await settled();
    expect(vi.getTimerCount()).toBe(1);
    for (const controller of controllers) controller.abort();
    await Promise.all(calls);
    await settled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a stream (rules.md#rate-limit)', () => {
  /** Returns the body itself. */
  const raw = reader({ open: (body) => body });
  const limitOfOne = (outside = {}) => {
    const set = limited({ concurrency: 1, endpoint: { responseType: raw }, ...outside });
    const open = async (at: number, options?: object): Promise<OpenBody> => {
      const call = set.call(options);
      await settleTasks();
      set.requests[at]?.answer(slowBody().response);
      return (await call).data as OpenBody;
    };
    return { ...set, open };
  };

  it('keeps its slot until it has ended', async () => {
    const { open, begin } = limitOfOne();
    const body = await open(0);
    expect(await begin(1)).toBe(1);
    body.end();
    expect(await begin(0)).toBe(2);
  });

  it('keeps its slot until it is aborted', async () => {
    const { open, begin } = limitOfOne();
    const controller = new AbortController();
    const body = await open(0, { signal: controller.signal });
    expect(await begin(1)).toBe(1);
    body.onAbort(() => body.end());
    controller.abort();
    expect(await begin(0)).toBe(2);
  });

  it('that resumes releases its slot, and takes another', async () => {
    const { open, begin, requests, answer } = limitOfOne();
    const body = await open(0);
    await begin(1);
    const next = body.again({});
    await settleTasks();
    expect(requests).toHaveLength(2);
    requests[1]?.answer(new Response('{}', { status: 500 }));
    await settleTasks();
    expect(requests).toHaveLength(3);
    requests[2]?.answer(slowBody().response);
    const again = (await next).data as OpenBody;
    expect(await begin(1)).toBe(3);
    again.end();
    expect(await begin(0)).toBe(4);
    await answer(3, {}, 500);
    expect(await begin(1)).toBe(5);
  });

  it('that a retry discards releases its slot', async () => {
    const picky = retryMiddleware({ max: 1, delay: () => 0, retryOn: () => true });
    const { call, begin, requests } = limitOfOne({ outside: [picky] });
    void call();
    await settleTasks();
    requests[0]?.answer(slowBody().response);
    await vi.advanceTimersByTimeAsync(1);
    expect(await begin(0)).toBe(2);
  });
});

describe('calls that an inner middleware sends again (rules.md#rate-limit)', () => {
  const again: Middleware = async (_ctx, next) => {
    const result = await next();
    return result.error ? next() : result;
  };

  it("don't wait for a slot that they occupy themselves", async () => {
    const { begin, answer, requests, calls } = limited({ concurrency: 2, inside: [again] });
    await begin(2);
    await answer(0, {}, 401);
    await answer(1, {}, 401);
    expect(requests).toHaveLength(4);
    await answer(2);
    await answer(3);
    expect((await Promise.all(calls)).map(({ error }) => error)).toEqual([null, null]);
  });

  it('wait after the calls in the queue, and never increase the number of concurrent requests', async () => {
    const { begin, answer, requests, calls } = limited({ concurrency: 1, inside: [again] });
    expect(await begin(2)).toBe(1);
    await answer(0, {}, 401);
    expect(requests).toHaveLength(2);
    await answer(1);
    expect(requests).toHaveLength(3);
    await answer(2);
    expect((await Promise.all(calls)).map(({ error }) => error)).toEqual([null, null]);
  });
});
