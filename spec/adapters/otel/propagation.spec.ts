import { propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inject } from '../../../lib/adapters/otel/propagation.js';
import { recordTelemetry, type RecordedTelemetry } from '../../support/recorded-spans.js';

describe('the trace headers (rules.md#tracing)', () => {
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

  it('are set without the baggage if the request can carry the trace', () => {
    expect(headersWith(() => true)).toEqual({ traceparent: seen.traceparentOf('span') });
  });

  it('include the baggage if that is allowed', () => {
    expect(headersWith(() => true, true)).toMatchObject({ baggage: 'user=ada' });
  });

  it('are not set for other requests, and not if the function throws', () => {
    const throwing = (): never => {
      throw new Error('mine');
    };
    expect([headersWith(() => false), headersWith(throwing)]).toEqual([{}, {}]);
  });

  it('are omitted if a propagator throws, or sets an invalid value', () => {
    const setHeader = vi.fn(() => {
      throw new TypeError('invalid');
    });
    const own = { mayCarry: () => true, baggage: false };
    expect(() => inject(traced(), new URL('http://a'), '', { setHeader } as never, own)).not.toThrow();
    expect(setHeader).toHaveBeenCalledTimes(1);
  });
});
