const TRACING = /^(traceparent|tracestate|baggage|[a-z\d]+-trace|x-request-id|x-correlation-id)$/;

/** Whether a header, by its lowercase name, tells one call from another without changing the answer. */
export const isTracingHeader = (name: string): boolean => TRACING.test(name);
