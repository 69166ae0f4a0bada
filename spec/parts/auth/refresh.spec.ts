import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { heldSession, outcomeOf } from '../../support/credentials.js';
import { settleMicrotasks } from '../../support/held-fetch.js';

describe('where signals have no reason, as on React Native', () => {
  const reason = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'reason');

  beforeEach(() => {
    delete (AbortSignal.prototype as { reason?: unknown }).reason;
  });

  afterEach(() => {
    if (reason) Object.defineProperty(AbortSignal.prototype, 'reason', reason);
  });

  it('who waits for credentials that are cleared hears that nobody is signed in', async () => {
    const { session, asked } = heldSession();
    const call = outcomeOf(session.forCall());
    await settleMicrotasks();
    await session.clear();
    await settleMicrotasks();
    expect(call.error).toMatchObject({ name: 'AuthError', reason: 'signed-out' });
    expect(asked[0]!.signal.reason).toBe(call.error);
  });

  it('the source hears why it is called off', async () => {
    const { session, asked } = heldSession();
    const stop = new AbortController();
    const call = outcomeOf(session.forCall(undefined, stop.signal));
    await settleMicrotasks();
    stop.abort();
    await settleMicrotasks();
    expect(call.error).toMatchObject({ name: 'AbortError' });
    expect(asked[0]!.signal.reason).toMatchObject({ name: 'AbortError' });
  });
});
