import { ZoneContextManager } from '@opentelemetry/context-zone';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { FetchInstrumentation } from '@opentelemetry/instrumentation-fetch';
import { BatchSpanProcessor, StackContextManager, WebTracerProvider } from '@opentelemetry/sdk-trace-web';

/** Registers the SDK like a web page, with zones if the page's URL requests them. */
export const start = (url, { instrumented, ignored }) => {
  const provider = new WebTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  const contextManager = location.hash === '#zones' ? new ZoneContextManager() : new StackContextManager();
  provider.register({ contextManager });
  if (instrumented)
    registerInstrumentations({
      instrumentations: [new FetchInstrumentation({ ignoreUrls: [new RegExp(ignored)] })],
    });
  return () => provider.forceFlush();
};
