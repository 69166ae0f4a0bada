import { metrics } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import { Durations } from '../../../lib/adapters/otel/metrics.js';
import { recordTelemetry } from '../../support/recorded-spans.js';

describe('a duration', () => {
  afterEach(() => metrics.disable());

  it('is recorded in seconds, without undefined attributes', () => {
    const seen = recordTelemetry();
    new Durations('calls', 'Calls.').record(1500, { a: 1, b: undefined });
    expect(seen.recordings).toEqual([{ name: 'calls', value: 1.5, attributes: { a: 1 } }]);
    expect(Object.keys(seen.recordings[0]!.attributes)).toEqual(['a']);
    seen.unregister();
  });

  it('is recorded by the provider that is registered at the time, and not before', () => {
    const durations = new Durations('calls', 'Calls.');
    const values = [1, 2].map((ms) => {
      durations.record(7, {});
      const seen = recordTelemetry();
      durations.record(ms * 1000, {});
      seen.unregister();
      return seen.recordings.map(({ value }) => value);
    });
    expect(values).toEqual([[1], [2]]);
  });
});
