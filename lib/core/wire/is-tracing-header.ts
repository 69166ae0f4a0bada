const TRACING = /^(traceparent|tracestate|baggage|[a-z\d]+-trace|x-request-id|x-correlation-id)$/;

/** Whether a header, by its lowercase name, only says which request this is, whatever the answer will be. */
export const isTracingHeader = (name: string): boolean => TRACING.test(name);
