import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type ApiError, type Clock, type CallNote, type Result, systemClock } from '../../core/internal.js';
import type {
  AttemptObserver,
  CallObserver,
  ObservedAttempt,
  ObservedCall,
  Observer,
} from '../../features/observe/observer.js';
import {
  errorType,
  methodAndServer,
  parsedUrl,
  requestDetails,
  requestErrorType,
  shownUrl,
  spanName,
  templatePath,
} from './attributes.js';
import { Durations } from './metrics.js';
import { type OpenTelemetryOptions, type OwnOptions, readOptions } from './options.js';
import { inject, suppressed } from './propagation.js';

type OptionalError = ApiError | null | undefined;

/** Context key under which the context of a call stores the call. */
const CALL = /* @__PURE__ */ createContextKey('homing call');

/** Starts a span. Looks up the tracer each time, because an SDK can be registered at any time. */
const startSpan = (name: string, kind: SpanKind, attributes: Attributes, parent: Context): Span =>
  trace.getTracer('homing').startSpan(name, { kind, attributes }, parent);

/** Ends a span with these attributes and, for an error, the status. */
function endSpan(span: Span | undefined, attributes: Attributes, error: OptionalError): void {
  const code = SpanStatusCode.ERROR;
  span?.setAttributes(attributes);
  if (error && attributes['error.type'])
    // For an HTTP error, the status code is enough. Error messages contain no query, header or body.
    span?.setStatus(error.kind === 'http' ? { code } : { code, message: error.message });
  span?.end();
}

/** Returns the attributes from the user's function; undefined if it throws. */
function ownAttributes({ attributes }: OwnOptions, call: ObservedCall): Attributes | undefined {
  try {
    return attributes?.(call);
  } catch {
    return undefined;
  }
}

/** Traces one call: an INTERNAL span for the call and a CLIENT span for each of its requests. */
class TracedCall implements CallObserver {
  readonly #tracing: Tracing;
  readonly #call: ObservedCall;
  readonly #own: Attributes | undefined;
  readonly #names: Attributes;
  readonly #span: Span | undefined = undefined;
  readonly #context: Context;
  readonly #start: number;
  /** Number of requests that were sent and haven't finished. */
  #sending = 0;
  /** Ends the span of the request whose response is an open stream. */
  #endStream: ((error: OptionalError) => void) | undefined = undefined;
  #isOver = false;

  constructor(tracing: Tracing, call: ObservedCall) {
    const { id, client, name, operation, origin } = call;
    const parent = context.active();
    this.#tracing = tracing;
    this.#call = call;
    this.#start = tracing.clock.ticks();
    this.#own = ownAttributes(tracing, call);
    this.#names = { 'homing.client': client, 'homing.endpoint': name };
    if (tracing.callSpan) {
      const attributes = {
        ...this.#names,
        'homing.operation': operation,
        'homing.origin': origin?.type,
        ...this.#own,
      };
      this.#span = startSpan(client ? `${client}.${name}` : name, SpanKind.INTERNAL, attributes, parent);
      tracing.links.set(id, this.#span.spanContext());
    }
    this.#context = (this.#span ? trace.setSpan(parent, this.#span) : parent).setValue(CALL, this);
  }

  around<T>(run: () => T): T {
    return context.with(this.#context, run);
  }

  /** Starts the span when the request is sent: an attempt that joins another call's request has no span. */
  attempt({ number, request }: ObservedAttempt): AttemptObserver {
    const { clock, requests, links } = this.#tracing;
    let span: Span | undefined;
    let measured: Attributes;
    let start: number;
    let status: number | undefined;
    const finish = (error: OptionalError): void => {
      const outcome = { 'http.response.status_code': status, 'error.type': requestErrorType(error) };
      endSpan(span, outcome, error);
      this.#sending -= 1;
      this.#leave();
      requests?.record(clock.ticks() - start, { ...measured, ...outcome });
    };
    return {
      around: (send) => {
        const url = parsedUrl(request.url);
        if (!url) return send();
        const { method } = request;
        const { urlTemplate = '' } = this.#call;
        const template = templatePath(urlTemplate);
        const parent = this.#activeContext();
        start = clock.ticks();
        measured = methodAndServer(method, url);
        const details = requestDetails(method, shownUrl(url, this.#tracing.isSecret), template, number);
        const attributes = { ...measured, ...details, ...this.#own };
        span = startSpan(spanName(method, template), SpanKind.CLIENT, attributes, parent);
        this.#lose();
        this.#sending += 1;
        links.set(this.#call.id, span.spanContext());
        const own = trace.setSpan(parent, span);
        inject(own, url, urlTemplate, request, this.#tracing);
        return context.with(suppressed(own), send);
      },
      joined: (leader) => {
        const linked = links.get(leader);
        if (linked) this.#span?.addLink({ context: linked });
      },
      response: (response) => {
        // The status of an opaque response is 0.
        status = response.status || undefined;
      },
      end: ({ error }) => {
        if (!span) return;
        // A streaming body continues after the call: the span ends with the stream.
        if (error || this.#isOver || !this.#call.request.streams) finish(error);
        else this.#endStream = finish;
      },
    };
  }

  note({ type, ...facts }: CallNote): void {
    // A stream waits only after its connection has ended.
    if (type === 'wait') this.#lose();
    // The request span already shows a cache miss.
    if (type !== 'cache' || (facts as { hit?: unknown }).hit)
      this.#span?.addEvent(`homing.${type}`, facts as Attributes);
  }

  end(result: Result<unknown>, stream: Parameters<NonNullable<CallObserver['end']>>[1]): void {
    const { calls, clock } = this.#tracing;
    const error = stream ? stream.error : result.error;
    const outcome = { 'homing.outcome': error?.kind ?? 'ok', 'error.type': errorType(error) };
    this.#isOver = true;
    this.#lose(error);
    this.#leave();
    endSpan(this.#span, { ...outcome, 'homing.stream.items': stream?.items }, error);
    calls.record(clock.ticks() - this.#start, { ...this.#names, ...outcome });
  }

  /**
   * Returns the active context if it derives from this call, because a middleware can start its own span. In
   * a browser, the context can be lost; then the context of the call is used.
   */
  #activeContext(): Context {
    const active = context.active();
    return active.getValue(CALL) === this ? active : this.#context;
  }

  /** Ends the span of a stream whose connection has ended. */
  #lose(error?: OptionalError): void {
    this.#endStream?.(error);
    this.#endStream = undefined;
  }

  /** Removes the link once other calls can't join the requests of this call. */
  #leave(): void {
    if (this.#isOver && !this.#sending) this.#tracing.links.delete(this.#call.id);
  }
}

/** State that the calls of one observer share. */
interface Tracing extends OwnOptions {
  readonly clock: Clock;
  readonly calls: Durations;
  readonly requests: Durations | undefined;
  /** Span contexts by call id. A call that joins another call's request links to that call's span. */
  readonly links: Map<number, SpanContext>;
}

/**
 * Creates the observer.
 *
 * @param clock Measures durations. Spans use the clock of the SDK.
 */
export function tracingBy(options: OwnOptions, clock: Clock = systemClock): Observer {
  const tracing: Tracing = {
    ...options,
    clock,
    calls: new Durations('homing.call.duration', 'Duration of calls, requests and waits.'),
    requests: options.requestDuration
      ? new Durations('http.client.request.duration', 'Duration of HTTP client requests.')
      : undefined,
    links: new Map(),
  };
  return { call: (call) => new TracedCall(tracing, call) };
}

/**
 * Reports each call to OpenTelemetry: a span for the call, a span for each request, and the duration of
 * calls, following the semantic conventions for HTTP. Adds trace headers to requests. Never fails or delays a
 * call.
 *
 * ```ts
 * createApi({ observers: observers(openTelemetry()) });
 * ```
 *
 * @param options See OpenTelemetryOptions. All are optional.
 * @throws TypeError for an invalid option.
 */
export function openTelemetry(options?: OpenTelemetryOptions): Observer {
  return tracingBy(readOptions(options));
}
