import { type Context, createContextKey, propagation } from '@opentelemetry/api';
import type { ObservedAttempt } from '../../features/observe/observer.js';
import type { OwnOptions } from './options.js';

/**
 * By this key whoever instruments a fetch sees that the request has its span and its headers; the SDK knows it by its
 * name alone.
 */
const SUPPRESS_TRACING = /* @__PURE__ */ createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** The context that a request is sent in. */
export const suppressed = (context: Context): Context => context.setValue(SUPPRESS_TRACING, true);

/**
 * Sets the headers that tell of the trace, where the request may carry it. They go through a carrier of their own: a
 * propagator writes what it likes, and knows no other headers.
 *
 * @param urlTemplate Begins with `baseUrl`.
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
    // Out of the context, and not of the carrier: propagators have several names for it.
    const hasSecrets = !baggage && propagation.getBaggage(context);
    propagation.inject(hasSecrets ? propagation.deleteBaggage(context) : context, carrier);
    for (const [name, value] of Object.entries(carrier)) request.setHeader(name, value);
  } catch {
    // The request goes without, and has its span all the same.
  }
}
