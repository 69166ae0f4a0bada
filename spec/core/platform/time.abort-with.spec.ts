import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { abortWith, untilAborted } from '../../../lib/core/platform/time.js';

it('aborts with the reason', () => {
  const controller = new AbortController();
  abortWith(controller, 'enough');
  expect({ aborted: controller.signal.aborted, reason: controller.signal.reason }).toEqual({
    aborted: true,
    reason: 'enough',
  });
});

describe('where signals have no reason, as on React Native', () => {
  const reason = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'reason');

  beforeEach(() => {
    delete (AbortSignal.prototype as { reason?: unknown }).reason;
  });

  afterEach(() => {
    if (reason) Object.defineProperty(AbortSignal.prototype, 'reason', reason);
  });

  it('has it for listeners, too, and keeps the first', () => {
    const controller = new AbortController();
    const { signal } = controller;
    const heard = vi.fn();
    signal.addEventListener('abort', () => heard(signal.reason));
    abortWith(controller, 'enough');
    abortWith(controller, 'late');
    expect(heard.mock.calls).toEqual([['enough']]);
    expect(signal.reason).toBe('enough');
  });

  it('who waits under a signal of the platform gets an AbortError', async () => {
    const controller = new AbortController();
    const wait = untilAborted(new Promise(() => undefined), controller.signal);
    controller.abort();
    await expect(wait).rejects.toMatchObject({ name: 'AbortError' });
  });
});
