import { context, propagation, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { FetchInstrumentation } from '@opentelemetry/instrumentation-fetch';
import { BatchSpanProcessor, StackContextManager, TracerProvider } from '@opentelemetry/sdk-trace';

/** Registers the SDK like a web page. */
export const start = (url, { instrumented, ignored }) => {
  const exporter = new OTLPTraceExporter({ url });
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new StackContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  if (instrumented)
    registerInstrumentations({
      instrumentations: [new FetchInstrumentation({ ignoreUrls: [new RegExp(ignored)] })],
    });
  return () => provider.forceFlush();
};
