export { openTelemetry } from '../adapters/otel/otel.js';
export type { OpenTelemetryOptions, Propagate, SpanAttributes } from '../adapters/otel/options.js';
