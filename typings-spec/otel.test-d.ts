import type { Attributes } from '@opentelemetry/api';
import { createApi } from 'homing';
import { type ObservedCall, type Observer, observers } from 'homing/observe';
import { openTelemetry, type OpenTelemetryOptions, type Propagate } from 'homing/otel';
import { expectAssignable, expectError, expectType } from 'tsd';

// It is an observer, as any other.
expectType<Observer>(openTelemetry());
expectType<Observer>(openTelemetry({}));
createApi({ baseUrl: '/', observers: observers(openTelemetry()), requests: {} });

// Which requests carry the trace.
expectAssignable<Propagate>('same-origin');
expectAssignable<Propagate>(['https://api.example.com', /example/] as const);
expectAssignable<Propagate>(({ hostname }: URL) => hostname === 'a');
expectError(openTelemetry({ propagate: 'all' }));
expectError(openTelemetry({ propagate: [new URL('https://a')] }));
expectError(openTelemetry({ propagate: () => 'yes' }));

// The rest.
expectAssignable<OpenTelemetryOptions>({ baggage: true, callSpan: false, requestDuration: true });
expectAssignable<OpenTelemetryOptions>({ redactQuery: ['token'] as const });
expectAssignable<OpenTelemetryOptions>({ redactQuery: 'all', propagate: undefined });
expectError(openTelemetry({ redactQuery: 'token' }));
expectError(openTelemetry({ callSpans: true }));

// Attributes are OpenTelemetry's own, made of the call as observers see it.
openTelemetry({
  attributes(call) {
    expectType<ObservedCall>(call);
    expectType<string | undefined>(call.urlTemplate);
    return { 'app.endpoint': call.name, 'app.list': ['a'], 'app.none': undefined };
  },
});
expectAssignable<OpenTelemetryOptions['attributes']>((): Attributes => ({}));
expectError(openTelemetry({ attributes: () => 'no' }));
