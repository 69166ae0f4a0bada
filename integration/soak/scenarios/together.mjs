import { withHeaders } from '../../../dist/index.js';

/** Calls that affect each other: shared, deduped or cached calls, and calls of derived clients. */
export const together = {
  'share, some give up': async ({ expect, shared, upTo, abortIn, longLived }) => {
    const ms = upTo(15);
    const calls = Array.from({ length: 6 }, (_, n) =>
      n % 2 === 0
        ? expect(shared.slow({ ms }, { signal: longLived() }), 'data')
        : expect(shared.slow({ ms }, { signal: abortIn(upTo(15)) }), 'data', 'abort'),
    );
    await Promise.all(calls);
  },
  'share, all give up': async ({ expect, shared, upTo, abortIn }) => {
    // Use a separate path: other callers would keep a shared request alive.
    const ms = 1000 + upTo(1000);
    const calls = Array.from({ length: 4 }, () =>
      expect(shared.slow({ ms }, { signal: abortIn(upTo(15)) }), 'abort'),
    );
    await Promise.all(calls);
  },
  'share, per-call deadlines': async ({ expect, shared, upTo }) => {
    const calls = Array.from({ length: 4 }, (_, n) =>
      expect(shared.item({ id: upTo(5) }, { timeout: 1 + n * 5 }), 'data', 'timeout'),
    );
    await Promise.all(calls);
  },
  'share, all fail': async ({ expectUnreported, shared }) => {
    // Reported once, for the first caller.
    await Promise.all(Array.from({ length: 4 }, () => expectUnreported(shared.reset(), 'network')));
  },
  dedupe: async ({ expect, plain, upTo, longLived, unique }) => {
    const own = plain.withHeaders({ 'x-search': unique() });
    const older = Array.from({ length: 3 }, () =>
      expect(own.search({ ms: upTo(15) }, { signal: longLived() }), 'abort'),
    );
    await Promise.all([...older, expect(own.search({ ms: upTo(15) }, { signal: longLived() }), 'data')]);
  },
  cache: async ({ expect, plain, cache, upTo, longLived }) => {
    await expect(plain.cached({ id: upTo(40) }, { signal: longLived() }), 'data');
    if (upTo(100) < 2) cache.clear();
  },
  'copies that are dropped': async ({ expect, graph, plain, shared, unique, upTo }) => {
    const headers = { authorization: `Bearer ${unique()}` };
    const copies = Array.from({ length: 5 }, () => plain.withHeaders(headers).withHeaders({ 'x-n': '1' }));
    await Promise.all([
      expect(copies[upTo(5)].item({ id: 1 }), 'data'),
      expect(withHeaders(shared, headers).item({ id: 1 }), 'data'),
      expect(withHeaders(graph, headers).query.item({ id: 1 }), 'data'),
    ]);
  },
};
