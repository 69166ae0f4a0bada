// The program in Node: makes the calls, exports their spans to a collector, and prints the metrics as JSON.
import { context, propagation } from '@opentelemetry/api';
import { nodeFetch } from 'homing/node';
import { start } from 'sdk';
import { makeCalls, tracedClient } from './calls.mjs';

const { mode, service, collector } = JSON.parse(process.argv[2]);

/** The headers that a redirect to another origin keeps. */
const redirected = async () => {
  const baggage = propagation.createBaggage({ user: { value: 'ada' } });
  const options = { baggage: true };
  await context.with(propagation.setBaggage(context.active(), baggage), async () => {
    await tracedClient(service, {}, options).away({ by: 'fetch' });
    await tracedClient(service, { fetch: nodeFetch() }, options).away({ by: 'nodeFetch' });
  });
};

const finish = start(`${collector}/v1/traces`, { instrumented: mode !== 'homing' });
if (mode === 'redirect') await redirected();
else await makeCalls(service, mode !== 'instrumentation');
const exported = await finish();
const points = {};
for (const { scopeMetrics } of exported.slice(-1))
  for (const { scope, metrics } of scopeMetrics)
    for (const { descriptor, dataPoints } of metrics)
      points[`${descriptor.name} by ${scope.name}`] = dataPoints.reduce(
        (sum, { value }) => sum + value.count,
        0,
      );
process.stdout.write(JSON.stringify(points));
process.exit();
