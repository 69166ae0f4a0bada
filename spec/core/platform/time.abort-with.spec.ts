import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { abortWith, untilAborted } from '../../../lib/core/platform/time.js';

it('abortWith aborts the signal with the reason', () => {
  const controller = new AbortController();
  abortWith(controller, 'enough');
  expect({ aborted: controller.signal.aborted, reason: controller.signal.reason }).toEqual({
    aborted: true,
    reason: 'enough',
  });
});

describe('a runtime whose signals have no reason, such as React Native', () => {
  const reason = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'reason');

  beforeEach(() => {
    delete (AbortSignal.prototype as { reason?: unknown }).reason;
  });

  afterEach(() => {
    if (reason) Object.defineProperty(AbortSignal.prototype, 'reason', reason);
  });

  it('passes the reason of abortWith to listeners, and keeps the first reason', () => {
    const controller = new AbortController();
    const { signal } = controller;
    const heard = vi.fn();
    signal.addEventListener('abort', () => heard(signal.reason));
    abortWith(controller, 'enough');
    abortWith(controller, 'late');
    expect(heard.mock.calls).toEqual([['enough']]);
    expect(signal.reason).toBe('enough');
  });

  it('makes untilAborted reject with an AbortError for a signal of the platform', async () => {
    const controller = new AbortController();
    const wait = untilAborted(new Promise(() => undefined), controller.signal);
    controller.abort();
    await expect(wait).rejects.toMatchObject({ name: 'AbortError' });
  });
});
