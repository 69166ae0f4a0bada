export { openTelemetry } from './adapters/otel/otel.js';
export type { OpenTelemetryOptions, Propagate } from './adapters/otel/options.js';
