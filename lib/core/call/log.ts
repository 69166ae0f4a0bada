import { ignoringErrors } from '../platform/user-callbacks.js';
import { ownDefined } from '../platform/values.js';
import { ApiError, type ApiErrorKind } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import { inLine, shownUrl, withoutUser } from '../result/error-text.js';
import { decodeQuery } from '../http/query.js';
import type { CallNote } from '../http/response-reader.js';
import type { CarriedContext, MiddlewareContext } from './context.js';
import type { StreamEnd } from './watch.js';

/**
 * One call, as `write` of `LogOptions` receives it. Contains no query, no param, no header and no body. `context` is the
 * application's own.
 */
export interface LogEntry {
  /** The endpoint's name on the client. */
  readonly endpoint: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path template, without a query. For GraphQL, the URL of the endpoint. */
  readonly path: string;
  /** The status of the response; 0 without a response. */
  readonly status: number;
  /** Why the call failed: the kind of its error. Undefined for a success. */
  readonly kind: ApiErrorKind | undefined;
  /** Whether any attempt was passed to `fetch`. */
  readonly sent: boolean;
  /** Number of attempts that were passed to `fetch`. */
  readonly attempts: number;
  /** Milliseconds from the start of the call to its end; for a stream, to the end of the stream. */
  readonly duration: number;
  /** The message of the error. For a success: method, path and status. */
  readonly message: string;
  /** A copy of the application's data of the call. */
  readonly context: CarriedContext;
}

/** Options of `LogPlugin`, `logMiddleware` and a client's `log`. */
export interface LogOptions {
  /** Whether anything is written. Default: true. Any other value counts by its truthiness. */
  enabled?: boolean | undefined;
  /**
   * Also prints the data of a success, and the decoded body of an `'http'` error. Default: false. Any other value
   * counts by its truthiness.
   */
  data?: boolean | undefined;
  /**
   * Returns a string for both lines of a call, such as the incoming request's id from `ctx.context`. Control characters
   * become spaces. Default: none. If it throws or doesn't return a string, the lines have no label.
   */
  label?: ((ctx: Pick<MiddlewareContext, 'requestName' | 'context'>) => string | undefined) | undefined;
  /**
   * Names of query params whose values are printed as `…`. Names that don't occur are ignored. Default: none, the whole
   * URL is printed. Another value doesn't compile.
   */
  redact?: readonly string[] | undefined;
  /**
   * Receives each call when it ends, instead of printed lines: a success, a failure, and a call that is rejected before
   * sending. `data`, `label` and `redact` then have no effect. An own property, such as a method of an object literal.
   * Default: none, lines are printed. If it throws or rejects, the error is ignored.
   */
  write?: ((entry: LogEntry) => unknown) | undefined;
}

/** The members of a Result that the log reads. */
export type Outcome = Pick<Result<unknown>, 'data' | 'error' | 'response'>;

/** Writes the log of a call that has started. */
export interface CallLines {
  /** Writes the outcome of the call. */
  end(outcome: Outcome): void;
  /** Writes a line for a wait. Other notes have no line. */
  note(note: CallNote): void;
  /** Notifies that the call is over, and, if it had a stream, how the stream ended. */
  over(outcome: Outcome, stream?: StreamEnd): void;
}

/** The members of a call that the log reads. */
export type LoggedCall = Pick<MiddlewareContext, 'request' | 'requestName' | 'context'>;

/** Starts the log of a call. */
export type CallLog = (call: LoggedCall) => CallLines;

/** Returns the reason of the error's message. */
const reasonOf = (error: ApiError | null | undefined): string => (error ? ApiError.reasonOf(error) : '');

/** Returns the milliseconds since then. The clock can have been set back in the meantime. */
const since = (start: number): number => Math.max(Date.now() - start, 0);

/** Describes a call with this outcome. */
function entryOf(
  { request, requestName: endpoint, context }: LoggedCall,
  start: number,
  error: ApiError | null | undefined,
  response: Response | null,
): LogEntry {
  const { method } = request;
  const path = shownUrl(request.path);
  const { attempts } = error ?? request;
  const { status = 0 } = error ?? response ?? {};
  return {
    endpoint,
    method,
    path,
    status,
    kind: error?.kind,
    sent: attempts > 0,
    attempts,
    duration: since(start),
    message: error?.message ?? `${method} ${path} returned ${status}`,
    context: { ...context },
  };
}

/** Prints a line. A console that fails must not fail a call. */
const print = (line: string, ...more: unknown[]): void =>
  void ignoringErrors(() =>
    // A console prints strings raw, but escapes the strings inside objects.
    console.log(`[homing] ${line}`, ...more.map((each) => (typeof each === 'string' ? inLine(each) : each))),
  );

/** Returns a URL without user info, and without the values of the query params that `redact` names. */
const shownIn = (url: string, redact: readonly string[]): string =>
  inLine(withoutUser(url)).replace(/(^[^?]*\?|&)([^=&#]*)=[^&#]*/g, (pair, mark: string, name: string) =>
    redact.includes(decodeQuery(name)) ? `${mark}${name}=…` : pair,
  );

/** Returns the label before an arrow. If `label` throws, only the label is missing, not the line. */
function labelOf(label: LogOptions['label'], call: LoggedCall): string {
  let labelled = '';
  void ignoringErrors(() => {
    const given = label?.(call);
    if (typeof given === 'string') labelled = `${inLine(given)} `;
    return given;
  });
  return labelled;
}

/** Creates the function that logs calls; undefined if the log isn't enabled. */
export function callLog(options: LogOptions): CallLog | undefined {
  const { enabled = true, data = false, redact = [], label, write } = ownDefined(options);
  if (!enabled) return undefined;
  return (call) => {
    const { request, requestName: endpoint } = call;
    const start = Date.now();
    if (write)
      return {
        note: () => undefined,
        end: () => undefined,
        over: ({ error, response }, stream) =>
          void ignoringErrors(() =>
            // A sink can use its other members through `this`.
            write.call(options, entryOf(call, start, stream?.error ?? error, response)),
          ),
      };
    const labelled = labelOf(label, call);
    const printEvent = (arrow: string, what: string, detail: string, reason?: string, sendings = ''): void =>
      print(`${labelled}${arrow} ${endpoint} ${what} (${detail})${sendings}${reason ? `: ${reason}` : ''}`);
    print(`${labelled}→ ${request.method} ${endpoint} ${shownIn(request.url, redact)}`);
    return {
      note: (note) => {
        const { ms, why, reason } = note as { ms?: unknown; why?: string; reason?: string };
        // A plugin of the application can note anything under any name.
        if (note.type === 'wait' && typeof ms === 'number')
          printEvent('↻', `waits ${Math.round(ms)}ms`, String(why), reason);
      },
      end: ({ error, response, data: received }) => {
        const { kind, status, sent, attempts, duration } = entryOf(call, start, error, response);
        // The reason of a `'network'` error already says so.
        const unsent = kind && kind !== 'network' && !sent ? ' not sent' : '';
        const sendings = attempts > 1 ? ` after ${attempts} attempts` : unsent;
        const detail = `${duration}ms${request.joined ? ', shared' : ''}`;
        printEvent('←', kind ? `ERROR ${status}` : 'OK', detail, reasonOf(error), sendings);
        if (data && (error ? kind === 'http' : !request.streams))
          print(`  ${endpoint}`, error ? (error.rawBody ?? error.body) : received);
      },
      over: (_outcome, stream) => {
        if (!stream) return;
        const { error: failed } = stream;
        const counted = stream.items === undefined ? '' : `${stream.items} items, `;
        const outcome = failed ? `ERROR ${failed.kind}` : 'END';
        printEvent('⇤', outcome, `${counted}${since(start)}ms`, reasonOf(failed));
      },
    };
  };
}
