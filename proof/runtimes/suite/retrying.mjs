import { fails, ok, same, succeeds } from './expect.mjs';
import { json, macrotask, pending } from './kit.mjs';

const failsUntil =
  (count, status = 503, headers = {}) =>
  (_url, _init, n) =>
    n < count ? json({}, status, headers) : json(n);

export const retrying = {
  async 'tries again after a 5xx'(t) {
    const { call } = t.stub({ middleware: [t.retryMiddleware({ baseDelay: 1 })] }, failsUntil(3));
    succeeds(await call(), 3);
  },

  async 'gives the last error when all attempts fail'(t) {
    const { call, sent } = t.stub({ middleware: [t.retryMiddleware({ max: 2, baseDelay: 1 })] }, () =>
      json({}, 500),
    );
    fails(await call(), 'http');
    same(sent.length, 3);
  },

  async 'does not try again after a 4xx or a network error'(t) {
    for (const [answer, kind] of [
      [() => json({}, 404), 'http'],
      [() => Promise.reject(new TypeError('x')), 'network'],
    ]) {
      const { call, sent } = t.stub({ middleware: [t.retryMiddleware({ baseDelay: 1 })] }, answer);
      fails(await call(), kind);
      same(sent.length, 1);
    }
  },

  async 'asks retryOn, and stops where it throws'(t) {
    const always = t.retryMiddleware({ max: 1, baseDelay: 1, retryOn: ({ error }) => error?.status === 404 });
    const first = t.stub({ middleware: [always] }, failsUntil(2, 404));
    succeeds(await first.call(), 2);
    const throwing = t.retryMiddleware({
      retryOn: () => {
        throw new Error('x');
      },
    });
    const second = t.stub({ middleware: [throwing] }, failsUntil(2));
    fails(await second.call(), 'http');
  },

  async 'waits as long as Retry-After asks, in seconds or as a date, up to maxDelay'(t) {
    for (const [header, expected] of [
      ['0', 0],
      ['7', 5],
      [new Date(Date.now() - 5000).toUTCString(), 0],
      [new Date(Date.now() + 3_600_000).toUTCString(), 5],
      ['Fri, 31 Dec 9999 23:59:59 GMT', 5],
    ]) {
      const delays = [];
      const onRetry = ({ delay }) => delays.push(delay);
      const retry = t.retryMiddleware({ maxDelay: 5, jitter: false, onRetry });
      const { call } = t.stub({ middleware: [retry] }, failsUntil(2, 429 + 74, { 'retry-after': header }));
      succeeds(await call(), 2);
      same(delays, [expected], header);
    }
  },

  async 'does not wait for a Retry-After that makes no sense'(t) {
    for (const header of ['soon', '-1', '1.5e3x', '']) {
      const delays = [];
      const retry = t.retryMiddleware({
        baseDelay: 2,
        jitter: false,
        onRetry: ({ delay }) => delays.push(delay),
      });
      await t.stub({ middleware: [retry] }, failsUntil(2, 503, { 'retry-after': header })).call();
      same(delays, [2], header);
    }
  },

  async 'takes the delay from a function or a Backoff'(t) {
    for (const [delay, expected] of [
      [(attempt) => attempt, [1, 2]],
      [new t.ConstantBackoff(1), [1, 1]],
      [new t.LinearBackoff({ baseDelay: 1 }), [1, 2]],
      [new t.ExponentialBackoff({ baseDelay: 1 }), [1, 2]],
    ]) {
      const delays = [];
      const onRetry = (info) => delays.push(info.delay);
      const retry = t.retryMiddleware({ delay, jitter: false, onRetry });
      succeeds(await t.stub({ middleware: [retry] }, failsUntil(3)).call(), 3);
      same(delays, expected);
    }
  },

  async 'ends a wait with the deadline, and starts no further attempt'(t) {
    const retry = t.retryMiddleware({ delay: () => 60_000 });
    const { call, sent } = t.stub({ middleware: [retry], timeout: 20 }, () => json({}, 500));
    fails(await call(), 'timeout');
    same(sent.length, 1);
  },

  async 'ends a wait with the signal'(t) {
    const stop = new AbortController();
    const retry = t.retryMiddleware({ delay: () => 60_000, onRetry: () => stop.abort() });
    const { call, sent } = t.stub({ middleware: [retry] }, () => json({}, 500));
    fails(await call({}, { signal: stop.signal }), 'abort');
    await macrotask();
    same(sent.length, 1);
  },

  async 'has one deadline for all attempts'(t) {
    const { call, sent } = t.stub(
      { middleware: [t.retryMiddleware({ baseDelay: 1, retryOn: () => true })], timeout: 30 },
      (url, init, n) => (n === 1 ? json({}, 500) : pending(url, init)),
    );
    fails(await call(), 'timeout');
    same(sent.length, 2);
  },

  async 'lets a subclass decide'(t) {
    class Stubborn extends t.RetryPlugin {
      shouldRetry(result) {
        return result.error?.kind === 'network';
      }
      delay(attempt) {
        return attempt;
      }
    }
    const answer = (_url, _init, n) => {
      if (n < 3) throw new TypeError('down');
      return json(n);
    };
    succeeds(await t.stub({ middleware: [new Stubborn({ max: 5 })] }, answer).call(), 3);
  },

  async 'waits a random part of the delay'(t) {
    const delays = [];
    const onRetry = ({ delay }) => delays.push(delay);
    const retry = t.retryMiddleware({ max: 6, delay: 'linear', baseDelay: 1, onRetry });
    fails(await t.stub({ middleware: [retry] }, () => json({}, 500)).call(), 'http');
    same(delays.length, 6);
    for (const [at, delay] of delays.entries())
      ok(delay >= 0 && delay <= at + 1, `${delay} is within its bounds`);
  },
};
