import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  INVALID_SPAN_CONTEXT,
  type Link,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  type SpanStatus,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';

const SUPPRESSED = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

const defined = (attributes: Attributes = {}): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value != null));

let made = 0;

/** A span that records all data, like the SDK's span. */
export class RecordedSpan implements Span {
  attributes: Attributes;
  status: SpanStatus = { code: SpanStatusCode.UNSET };
  readonly events: [string, Attributes][] = [];
  readonly links: Link[] = [];
  readonly number = (made += 1);
  /** The number of `end` calls. */
  ends = 0;

  constructor(
    readonly name: string,
    readonly options: SpanOptions,
    readonly parent: Span | undefined,
  ) {
    this.attributes = defined(options.attributes);
  }

  get kind(): string {
    return SpanKind[this.options.kind ?? SpanKind.INTERNAL];
  }

  spanContext(): SpanContext {
    const { traceId = this.number.toString(16).padStart(32, '0') } = this.parent?.spanContext() ?? {};
    return { traceId, spanId: this.number.toString(16).padStart(16, '0'), traceFlags: 1 };
  }
  setAttribute(name: string, value: never): this {
    return this.setAttributes({ [name]: value });
  }
  setAttributes(attributes: Attributes): this {
    Object.assign(this.attributes, defined(attributes));
    return this;
  }
  addEvent(name: string, attributes?: unknown): this {
    this.events.push([name, defined(attributes as Attributes)]);
    return this;
  }
  addLink(link: Link): this {
    this.links.push(link);
    return this;
  }
  addLinks(links: Link[]): this {
    this.links.push(...links);
    return this;
  }
  setStatus(status: SpanStatus): this {
    this.status = status;
    return this;
  }
  updateName(): this {
    return this;
  }
  isRecording(): boolean {
    return this.ends === 0;
  }
  recordException(): void {
    throw new Error('An exception may quote anything.');
  }
  end(): void {
    this.ends += 1;
  }
}

/** Loses the context at the first `await`, like the context manager for web pages. */
const stackManager = () => {
  const stack: Context[] = [];
  const manager = {
    active: () => stack.at(-1) ?? ROOT_CONTEXT,
    with(active: Context, run: (...args: unknown[]) => unknown, self: unknown, ...args: unknown[]): unknown {
      stack.push(active);
      try {
        return run.call(self, ...args);
      } finally {
        stack.pop();
      }
    },
    bind: (_context: Context, target: unknown) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
};

const traceparent = ({ traceId, spanId }: SpanContext): string => `00-${traceId}-${spanId}-01`;

const propagator = {
  inject(active: Context, carrier: Record<string, string>): void {
    const span = trace.getSpan(active);
    if (!span || active.getValue(SUPPRESSED)) return;
    carrier.traceparent = traceparent(span.spanContext());
    const entries = propagation.getBaggage(active)?.getAllEntries() ?? [];
    if (entries.length > 0) carrier.baggage = entries.map(([name, { value }]) => `${name}=${value}`).join();
  },
  extract: (active: Context) => active,
  fields: () => ['traceparent', 'baggage'],
};

/** A recording of a histogram. */
export interface Recording {
  readonly name: string;
  readonly value: number;
  readonly attributes: Attributes;
}

const histograms = (recordings: Recording[]) => ({
  getMeter: () => ({
    createHistogram: (name: string) => ({
      record: (value: number, attributes: Attributes) => void recordings.push({ name, value, attributes }),
    }),
  }),
});

/** The data recorded by an in-memory SDK. */
export interface RecordedTelemetry {
  readonly spans: RecordedSpan[];
  readonly recordings: Recording[];
  /** The spans as lines, in order of their start: kind, name, status, `error.type` and parent. */
  lines(): string[];
  /** The header that contains a span's id. */
  traceparentOf(name: string): string;
  unregister(): void;
}

/** An in-memory SDK, registered with the API until it is removed. */
export const recordTelemetry = (): RecordedTelemetry => {
  const spans: RecordedSpan[] = [];
  const recordings: Recording[] = [];
  const tracer: Pick<Tracer, 'startSpan'> = {
    startSpan(name, options = {}, active = context.active()) {
      if (active.getValue(SUPPRESSED)) return trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
      const span = new RecordedSpan(name, options, trace.getSpan(active));
      spans.push(span);
      return span;
    },
  };
  trace.setGlobalTracerProvider({ getTracer: () => tracer as Tracer });
  context.setGlobalContextManager(stackManager() as never);
  propagation.setGlobalPropagator(propagator as never);
  metrics.setGlobalMeterProvider(histograms(recordings) as never);
  const lineOf = ({ kind, name, status, attributes, parent, ends }: RecordedSpan): string =>
    [
      `${kind} ${name}`,
      status.code === SpanStatusCode.ERROR && 'ERROR',
      attributes['error.type'],
      parent && `in ${spans.find((span) => span === parent)?.name ?? 'another'}`,
      ends !== 1 && `ended ${String(ends)} times`,
    ]
      .filter(Boolean)
      .join(', ');
  return {
    spans,
    recordings,
    lines: () => spans.map(lineOf),
    traceparentOf: (wanted) => traceparent(spans.find(({ name }) => name === wanted)!.spanContext()),
    unregister() {
      for (const api of [trace, context, propagation, metrics]) api.disable();
    },
  };
};
