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

type StreamEnd = Parameters<NonNullable<CallObserver['end']>>[1];

type Failure = ApiError | null | undefined;

/** Marks the context of a call with the call. */
const CALL = /* @__PURE__ */ createContextKey('homing call');

/** An SDK may be registered at any time. */
const startSpan = (name: string, kind: SpanKind, attributes: Attributes, parent: Context): Span =>
  trace.getTracer('homing').startSpan(name, { kind, attributes }, parent);

/** Ends a span with these attributes; what went wrong is among them. */
function endSpan(span: Span | undefined, attributes: Attributes, error: Failure): void {
  const code = SpanStatusCode.ERROR;
  span?.setAttributes(attributes);
  if (error && attributes['error.type'])
    // Of an answer its status says enough. A message has no query, no header and no body in it.
    span?.setStatus(error.kind === 'http' ? { code } : { code, message: error.message });
  span?.end();
}

/** The application's own; none where its function throws. */
function ownAttributes({ attributes }: OwnOptions, call: ObservedCall): Attributes | undefined {
  try {
    return attributes?.(call);
  } catch {
    return undefined;
  }
}

/** One call, as an INTERNAL span, with a CLIENT span for each of its requests. */
class TracedCall implements CallObserver {
  readonly #tracing: Tracing;
  readonly #call: ObservedCall;
  readonly #own: Attributes | undefined;
  readonly #names: Attributes;
  readonly #span: Span | undefined = undefined;
  readonly #context: Context;
  readonly #start: number;
  /** How many requests were sent and are not over. */
  #sending = 0;
  /** Ends the request whose answer is a stream that is open. */
  #endStream: ((error: Failure) => void) | undefined = undefined;
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

  /** Its span begins with the sending, as who joins another's request has none. */
  attempt({ number, request }: ObservedAttempt): AttemptObserver {
    const { clock, requests, links } = this.#tracing;
    let span: Span | undefined;
    let measured: Attributes;
    let start: number;
    let status: number | undefined;
    const finish = (error: Failure): void => {
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
        // An opaque one has none.
        status = response.status || undefined;
      },
      end: ({ error }) => {
        if (!span) return;
        // A body that is a stream goes on: its span ends with it.
        if (error || this.#isOver || !this.#call.request.streams) finish(error);
        else this.#endStream = finish;
      },
    };
  }

  note({ type, ...facts }: CallNote): void {
    // A stream waits only when its connection is gone.
    if (type === 'wait') this.#lose();
    // What the cache doesn't have is told by the request.
    if (type !== 'cache' || (facts as { hit?: unknown }).hit)
      this.#span?.addEvent(`homing.${type}`, facts as Attributes);
  }

  end(result: Result<unknown>, stream: StreamEnd): void {
    const { calls, clock } = this.#tracing;
    const error = stream ? stream.error : result.error;
    const outcome = { 'homing.outcome': error?.kind ?? 'ok', 'error.type': errorType(error) };
    this.#isOver = true;
    this.#lose(error);
    this.#leave();
    endSpan(this.#span, { ...outcome, 'homing.stream.items': stream?.items }, error);
    calls.record(clock.ticks() - this.#start, { ...this.#names, ...outcome });
  }

  /** The active context, where it comes of this call: a middleware may have a span of its own. In a page it may be lost. */
  #activeContext(): Context {
    const active = context.active();
    return active.getValue(CALL) === this ? active : this.#context;
  }

  /** The connection of a stream is over. */
  #lose(error?: Failure): void {
    this.#endStream?.(error);
    this.#endStream = undefined;
  }

  /** Nobody can join its requests any more. */
  #leave(): void {
    if (this.#isOver && !this.#sending) this.#tracing.links.delete(this.#call.id);
  }
}

/** What the calls of one observer have in common. */
interface Tracing extends OwnOptions {
  readonly clock: Clock;
  readonly calls: Durations;
  readonly requests: Durations | undefined;
  /** What those link to who wait for the request of a call, by its id. */
  readonly links: Map<number, SpanContext>;
}

/** @param clock For durations; spans go by that of the SDK. */
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
 * Tells OpenTelemetry of each call: a span for the call, one for each of its requests, by the semantic conventions of
 * HTTP, and how long calls take. Requests carry the trace to their service. It never fails or delays a call.
 *
 * ```ts
 * createApi({ watch: watch(openTelemetry()) });
 * ```
 *
 * @param options See OpenTelemetryOptions; all may be left out. One that can't be used: a TypeError.
 */
export function openTelemetry(options?: OpenTelemetryOptions): Observer {
  return tracingBy(readOptions(options));
}
