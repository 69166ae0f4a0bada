import { type Context, createContextKey, propagation } from '@opentelemetry/api';
import type { ObservedAttempt } from '../../features/observe/observer.js';
import type { OwnOptions } from './options.js';

/**
 * Instrumentations of fetch skip requests whose context has this key. The SDK doesn't export the key, but
 * looks it up by this name.
 */
const SUPPRESS_TRACING = /* @__PURE__ */ createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** Returns the context for sending a request: it tells other instrumentations to skip the request. */
export const suppressed = (context: Context): Context => context.setValue(SUPPRESS_TRACING, true);

/**
 * Sets the trace headers if the request can carry them. Uses a separate carrier, so a propagator can't read
 * or overwrite other headers.
 *
 * @param urlTemplate Starts with `baseUrl`.
 */
export function inject(
  context: Context,
  url: URL,
  urlTemplate: string,
  request: ObservedAttempt['request'],
  { mayCarry, baggage }: Pick<OwnOptions, 'mayCarry' | 'baggage'>,
): void {
  try {
    if (!mayCarry(url, urlTemplate)) return;
    const carrier: Record<string, string> = {};
    // Remove the baggage from the context: each propagator uses its own header names.
    const hasSecrets = !baggage && propagation.getBaggage(context);
    propagation.inject(hasSecrets ? propagation.deleteBaggage(context) : context, carrier);
    for (const [name, value] of Object.entries(carrier)) request.setHeader(name, value);
  } catch {
    // If the propagator fails, send the request without trace headers.
  }
}
