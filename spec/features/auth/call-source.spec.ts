import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/index.js';
import { heldSession, outcomeOf } from '../../support/credentials.js';
import { flush } from '../../support/flush.js';
import { askSource } from '../../../lib/features/auth/call-source.js';
import { ManualClock } from '../../support/manual-clock.js';

const status = (code: number, headers = {}) =>
  Object.assign(new Error(String(code)), { status: code, headers: new Headers(headers) });
const coded = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });

/** Calls a source that fails with these and then returns A. Returns how often it was called in 30 s, and the outcome. */
const asking = async (failures: readonly unknown[], idempotent?: boolean) => {
  const clock = new ManualClock();
  const at: number[] = [];
  const source = {
    idempotent,
    refresh: async () => {
      at.push(clock.now());
      if (at.length <= failures.length) throw failures[at.length - 1];
      return { token: 'A' };
    },
  };
  const outcome = outcomeOf(askSource(source, undefined, 30_000, new AbortController().signal, clock));
  for (let step = 0; step < 300; step += 1) {
    await flush();
    clock.move(100);
  }
  return { at, outcome, pending: clock.pending };
};

describe('a source that fails temporarily (rules.md#credentials)', () => {
  it.each([500, 502, 503, 408, 425, 429])('is called up to twice again after the status %s', async (code) => {
    const once = await asking([status(code)]);
    expect({ length: once.at.length, value: once.outcome.value }).toEqual({
      length: 2,
      value: { token: 'A' },
    });
    const failure = status(code);
    const often = await asking([status(code), status(code), failure]);
    expect({ length: often.at.length, error: often.outcome.error, pending: often.pending }).toEqual({
      length: 3,
      error: failure,
      pending: 0,
    });
  });

  it('is called again after the time in Retry-After, unless that is too long', async () => {
    const { at } = await asking([status(429, { 'retry-after': '7' })]);
    expect(at[1]).toBe(7000);
    expect((await asking([status(503, { 'retry-after': '30' })])).at).toHaveLength(1);
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND'])('is called again after %s, as nothing was sent', async (code) => {
    expect((await asking([coded(code)])).at).toHaveLength(2);
  });

  const unclear: [string, unknown][] = [
    ['a connection that broke', coded('ECONNRESET')],
    [
      'a network error',
      new ApiError({
        kind: 'network',
        body: null,
        request: { method: 'POST', url: '', params: {} },
      } as never),
    ],
  ];

  it.each(unclear)('is called again after %s only if a repetition is safe', async (_what, thrown) => {
    expect((await asking([thrown])).at).toHaveLength(1);
    expect((await asking([thrown], true)).at).toHaveLength(2);
  });

  it.each([400, 401, 403, 404])('is not called again after the status %s', async (code) => {
    expect((await asking([status(code)], true)).at).toHaveLength(1);
  });
});

describe('a refresh that no call waits for (rules.md#credentials)', () => {
  const begun = async () => {
    const held = heldSession();
    const controller = new AbortController();
    const call = outcomeOf(held.session.forCall(undefined, controller.signal));
    await flush();
    controller.abort();
    await flush();
    return { ...held, call };
  };

  it('is aborted, and the next call starts another', async () => {
    const { asked, session } = await begun();
    expect(asked[0]!.signal.aborted).toBe(true);
    asked[0]!.fail(asked[0]!.signal.reason);
    await flush();
    expect(session.isRefreshing).toBe(false);
    const next = session.forCall();
    await flush();
    asked[1]!.give({ token: 'A' });
    expect((await next).token).toBe('A');
  });

  it('is aborted, but a later call waits for a source that continues, and its credentials are kept', async () => {
    const { asked, session } = await begun();
    const next = session.forCall();
    await flush();
    expect(asked).toHaveLength(1);
    asked[0]!.give({ token: 'A' });
    expect((await next).token).toBe('A');
  });

  it('is aborted, and a later call starts another if the source ends late', async () => {
    const { asked, session } = await begun();
    const next = session.forCall();
    await flush();
    asked[0]!.fail(asked[0]!.signal.reason);
    await flush();
    asked[1]!.give({ token: 'A' });
    expect((await next).token).toBe('A');
  });

  it('is aborted, and a later call whose source never ends has waited long enough when it times out', async () => {
    const { asked, session, pass } = await begun();
    const next = outcomeOf(session.forCall());
    await pass(30_000);
    expect(asked).toHaveLength(1);
    expect(next.error).toMatchObject({
      name: 'AuthError',
      reason: 'failed',
      cause: { name: 'TimeoutError' },
    });
  });
});
