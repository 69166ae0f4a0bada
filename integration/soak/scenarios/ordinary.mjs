import { paginate, poll, pollUntil } from '../../../dist/index.js';

/** Calls that succeed, or fail because of the server. */
export const ordinary = {
  read: async ({ expect, plain, upTo, longLived }) => {
    const id = upTo(1000);
    const { data } = await expect(plain.item({ id }, { signal: longLived(), timeout: 20_000 }), 'data');
    if (data.id !== id) throw new Error(`asked for item ${id}, got ${data.id}`);
  },
  write: async ({ expect, plain, upTo }) => {
    const params = { n: upTo(1000), text: 'x'.repeat(upTo(2000)) };
    const { data } = await expect(plain.echo(params), 'data');
    if (data.text.length !== params.text.length) throw new Error('an echo of another call');
  },
  'a refused param': async ({ expect, plain }) => {
    await expect(plain.item({ id: null }), 'network');
  },
  'an error, and its retry()': async ({ expect, plain, longLived }) => {
    const failed = await expect(plain.fail({ status: 500 }, { signal: longLived() }), 'http');
    await expect(failed.retry(), 'http');
  },
  reset: async ({ expect, plain, longLived }) => {
    await expect(plain.reset({}, { signal: longLived() }), 'network');
  },
  'a body that breaks off': async ({ expect, plain }) => {
    await expect(plain.cut(), 'network');
  },
  'broken JSON': async ({ expect, plain }) => {
    await expect(plain.broken(), 'parse');
  },
  retry: async ({ expect, plain, longLived }) => {
    await expect(plain.flaky({}, { signal: longLived() }), 'data', 'http');
  },
  'a middleware that throws': async ({ expect, plain }) => {
    const throwing = () => {
      throw new Error('thrown');
    };
    await expect(plain.item({ id: 1 }, { middleware: [throwing] }), 'middleware');
  },
  graphql: async ({ expect, expectUnreported, graph, upTo, longLived }) => {
    const options = { signal: longLived() };
    const id = upTo(30);
    const kind = id % 3 > 0 ? 'data' : 'http';
    await Promise.all([
      // Shared, so a failure is reported once for all callers.
      expectUnreported(graph.query.item({ id }, options), kind),
      expect(graph.mutation.item({ id }, options), kind),
    ]);
  },
  paginate: async ({ expect, plain, upTo, longLived }) => {
    const next = ({ data: { next: page } }) => (page ? { page } : null);
    const left = 1 + upTo(6);
    let pages = 0;
    for await (const result of paginate(plain.pages, { page: 1 }, { next, signal: longLived() })) {
      await expect(Promise.resolve(result), 'data');
      pages += 1;
      // Some iterations run to the end, others stop early.
      if (pages === left) break;
    }
  },
  poll: async ({ expect, polled, upTo, longLived }) => {
    let answers = 0;
    const wanted = 1 + upTo(4);
    await new Promise((resolve) => {
      const callback = (result) => {
        void expect(Promise.resolve(result), 'data');
        answers += 1;
        if (answers < wanted) return;
        stop();
        resolve();
      };
      const stop = poll(polled.job, { id: upTo(5) }, callback, { every: 1 + upTo(5), signal: longLived() });
    });
  },
  pollUntil: async ({ expectUnreported, polled, upTo, abortIn }) => {
    const options = { every: 1 + upTo(5), until: ({ data }) => data.done, giveUpAfter: 1 + upTo(40) };
    const signal = upTo(2) === 0 ? abortIn(upTo(40)) : undefined;
    const call = pollUntil(polled.job, { id: upTo(5) }, { ...options, signal });
    await expectUnreported(call, 'data', 'timeout', 'abort');
  },
  'pollUntil of what fails': async ({ expectUnreported, polled, upTo, longLived }) => {
    const options = { every: 2, maxEvery: 5, until: () => true, giveUpAfter: 1 + upTo(40) };
    const call = pollUntil(polled.fail, { status: 500 }, { ...options, signal: longLived() });
    await expectUnreported(call, 'timeout');
  },
};
