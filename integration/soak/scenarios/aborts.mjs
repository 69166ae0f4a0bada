/** Calls that a signal or a timeout ends before the response. */

const neverSettles = () => new Promise(() => undefined);

export const aborts = {
  'abort at a random moment': async ({ expect, plain, upTo, abortIn }) => {
    await expect(plain.slow({ ms: upTo(20) }, { signal: abortIn(upTo(20)) }), 'data', 'abort');
  },
  'abort before the call': async ({ expect, plain }) => {
    await expect(plain.item({ id: 1 }, { signal: AbortSignal.abort() }), 'abort');
  },
  deadline: async ({ expect, plain, upTo, longLived }) => {
    await expect(plain.silent({}, { timeout: 1 + upTo(30), signal: longLived() }), 'timeout');
  },
  'deadline near the answer': async ({ expect, plain, upTo, longLived }) => {
    const options = { timeout: 1 + upTo(20), signal: longLived() };
    await expect(plain.slow({ ms: 10 }, options), 'data', 'timeout');
  },
  'deadline while the body drips': async ({ expect, plain, upTo }) => {
    await expect(plain.drip({}, { timeout: 10 + upTo(30) }), 'timeout');
  },
  'an unread body': async ({ expect, plain }) => {
    await expect(plain.dripped(), 'data');
  },
  'a middleware that never settles': async ({ expect, plain, upTo, longLived }) => {
    const options = { timeout: 1 + upTo(20), signal: longLived(), middleware: [neverSettles] };
    await expect(plain.item({ id: 1 }, options), 'timeout');
  },
  'a middleware that installs a long-lived signal': async ({ expect, plain, upTo, abortIn, longLived }) => {
    const install = ({ request }, next) => {
      request.signal = longLived();
      return next();
    };
    const options = { signal: abortIn(upTo(20)), middleware: [install] };
    await expect(plain.slow({ ms: upTo(20) }, options), 'data', 'abort');
  },
  'abort in the wait before a retry': async ({ expect, plain, upTo, abortIn }) => {
    await expect(plain.flaky({}, { signal: abortIn(upTo(30)) }), 'data', 'abort', 'http');
  },
};
