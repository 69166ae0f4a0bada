import { propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inject } from '../../../lib/adapters/otel/propagation.js';
import { recordTelemetry, type RecordedTelemetry } from '../../support/recorded-spans.js';

describe('the headers that tell of the trace (rules.md#tracing)', () => {
  let seen: RecordedTelemetry;
  beforeEach(() => void (seen = recordTelemetry()));
  afterEach(() => seen.unregister());

  const traced = () => {
    const span = trace.getTracer('spec').startSpan('span');
    const baggage = propagation.createBaggage({ user: { value: 'ada' } });
    return propagation.setBaggage(trace.setSpan(ROOT_CONTEXT, span), baggage);
  };
  const headersWith = (mayCarry: () => boolean, baggage = false): Record<string, string> => {
    const headers: Record<string, string> = {};
    const request = { setHeader: (name: string, value: string) => void (headers[name] = value) };
    inject(traced(), new URL('http://api.test'), '', request as never, { mayCarry, baggage });
    return headers;
  };

  it('are set where the request may carry it, without the baggage', () => {
    expect(headersWith(() => true)).toEqual({ traceparent: seen.traceparentOf('span') });
  });

  it('have the baggage where that is allowed', () => {
    expect(headersWith(() => true, true)).toMatchObject({ baggage: 'user=ada' });
  });

  it('are not set elsewhere, nor where the function that is asked throws', () => {
    const throwing = (): never => {
      throw new Error('mine');
    };
    expect([headersWith(() => false), headersWith(throwing)]).toEqual([{}, {}]);
  });

  it('go out without what a propagator throws, or what can not be sent', () => {
    const setHeader = vi.fn(() => {
      throw new TypeError('invalid');
    });
    const own = { mayCarry: () => true, baggage: false };
    expect(() => inject(traced(), new URL('http://a'), '', { setHeader } as never, own)).not.toThrow();
    expect(setHeader).toHaveBeenCalledTimes(1);
  });
});
