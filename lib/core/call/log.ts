import { ignoringErrors } from '../platform/user-callbacks.js';
import { ownDefined } from '../platform/values.js';
import { ApiError } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import { inLine, withoutUser } from '../result/error-text.js';
import { decodeQuery } from '../http/params.js';
import type { CallNote } from '../http/response-reader.js';
import type { MiddlewareContext } from './context.js';

/** Options of `LogPlugin`, `logMiddleware` and a client's `log`. */
export interface LogOptions {
  /** Whether anything is written. Default true. Any other value counts as it does in a condition. */
  enabled?: boolean | undefined;
  /**
   * Prints the data of a success too, and the decoded body of an `'http'` error. Default false. Any other value counts
   * as it does in a condition.
   */
  data?: boolean | undefined;
  /**
   * Text for both lines of a call, such as the incoming request's id from `ctx.context`. Control characters become
   * spaces. Default: none. One that throws, or gives no string: no label.
   */
  label?: ((ctx: Pick<MiddlewareContext, 'requestName' | 'context'>) => string | undefined) | undefined;
  /**
   * Names of query params whose values are printed as `…`. Default: none, the URL is printed whole. A name that does
   * not occur is ignored. Another value doesn't compile.
   */
  redact?: readonly string[] | undefined;
}

/** What writes of one call after its first line. */
export interface CallLines {
  /** How the call came out. */
  end(result: Result<unknown>): void;
  /** The line of an answer. */
  answered(outcome: string, why: string): void;
  /** The line of a wait; of what else is noted there is none. */
  note(note: CallNote): void;
  /** How the stream ended that the call opened. */
  endStream(stream: { readonly error?: ApiError; readonly items?: number }): void;
}

/** What is written of: a call, as a middleware sees it. */
export type LoggedCall = Pick<MiddlewareContext, 'request' | 'requestName' | 'context'>;

/** Writes the line of a request. */
export type CallLog = (call: LoggedCall) => CallLines;

/** The reason of the error's message, for the end of a line. */
const whyOf = (error: ApiError | null | undefined): string => (error ? `: ${ApiError.reasonOf(error)}` : '');

/** Writes the lines of calls to the console; undefined for a log that is not enabled. */
export function callLog(options: LogOptions): CallLog | undefined {
  const { enabled = true, data = false, redact = [], label } = ownDefined(options);
  if (!enabled) return undefined;
  const shown = (url: string): string =>
    inLine(withoutUser(url)).replace(/(^[^?]*\?|&)([^=&#]*)=[^&#]*/g, (pair, mark: string, name: string) =>
      redact.includes(decodeQuery(name)) ? `${mark}${name}=…` : pair,
    );
  return (call) => {
    const { requestName: name, request } = call;
    const start = Date.now();
    let labelled = '';
    // What it throws costs the label, not the line.
    void ignoringErrors(() => {
      const given = label?.(call);
      if (typeof given === 'string') labelled = `${inLine(given)} `;
      return given;
    });
    // The clock may have been set back meanwhile.
    const passed = (): string => `${Math.max(Date.now() - start, 0)}ms`;
    // A console that fails never fails a call. It prints a text as it is, and escapes those in objects.
    const write = (line: string, ...more: unknown[]): void =>
      void ignoringErrors(() =>
        console.log(
          `[homing] ${line}`,
          ...more.map((each) => (typeof each === 'string' ? inLine(each) : each)),
        ),
      );
    const answered = (outcome: string, why: string): void =>
      write(`${labelled}← ${name} ${outcome} (${passed()}${request.joined ? ', shared' : ''})${why}`);
    write(`${labelled}→ ${request.method} ${name} ${shown(request.url)}`);
    return {
      answered,
      note: (note) => {
        const { ms, why, reason } = note as { ms?: unknown; why?: string; reason?: string };
        // A plugin of the user's own may note anything under any name.
        if (note.type === 'wait' && typeof ms === 'number')
          write(
            `${labelled}↻ ${name} waits ${Math.round(ms)}ms (${String(why)})${reason ? `: ${reason}` : ''}`,
          );
      },
      end: ({ error, data: received }) => {
        const attempts = error?.attempts ?? request.attempts;
        // The reason of a `'network'` error says so itself.
        const unsent = error && !error.sent && error.kind !== 'network' ? ' not sent' : '';
        const sendings = attempts > 1 ? ` after ${attempts} attempts` : unsent;
        answered(error ? `ERROR ${error.status}` : 'OK', sendings + whyOf(error));
        if (data && error?.kind === 'http') write(`  ${name}`, error.rawBody ?? error.body);
        if (data && !error && !request.streams) write(`  ${name}`, received);
      },
      endStream: ({ error, items }) => {
        const counted = items === undefined ? '' : `${items} items, `;
        const outcome = error ? `ERROR ${error.kind}` : 'END';
        write(`${labelled}⇤ ${name} ${outcome} (${counted}${passed()})${whyOf(error)}`);
      },
    };
  };
}
