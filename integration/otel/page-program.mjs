// The program in a page: the same calls, with the SDK for web pages.
import { start } from 'sdk';
import { makeCalls } from './calls.mjs';

globalThis.runCalls = async (mode, collector) => {
  const finish = start(`${collector}/v1/traces`, { instrumented: mode !== 'homing', ignored: collector });
  await makeCalls(location.origin, mode !== 'instrumentation');
  // The instrumentation waits for the timings of a resource before it ends a span.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await finish();
};
