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
}

/** Writes the lines of a call after its first line. */
export interface CallLines {
  /** Writes the outcome of the call. */
  end(result: Result<unknown>): void;
  /** Writes a line with an outcome and its reason. */
  answered(outcome: string, why: string): void;
  /** Writes a line for a wait. Other notes have no line. */
  note(note: CallNote): void;
  /** Writes how the stream of the call ended. */
  endStream(stream: { readonly error?: ApiError; readonly items?: number }): void;
}

/** The members of a call that the log reads. */
export type LoggedCall = Pick<MiddlewareContext, 'request' | 'requestName' | 'context'>;

/** Writes the first line of a call. */
export type CallLog = (call: LoggedCall) => CallLines;

/** Returns the reason of the error's message, for the end of a line. */
const whyOf = (error: ApiError | null | undefined): string => (error ? `: ${ApiError.reasonOf(error)}` : '');

/** Creates the function that logs calls to the console; undefined if the log isn't enabled. */
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
    // If `label` throws, only the label is missing, not the line.
    void ignoringErrors(() => {
      const given = label?.(call);
      if (typeof given === 'string') labelled = `${inLine(given)} `;
      return given;
    });
    // The clock can have been set back in the meantime.
    const passed = (): string => `${Math.max(Date.now() - start, 0)}ms`;
    // A console that fails must not fail a call. A console prints strings raw, but escapes the strings inside objects.
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
        // A plugin of the application can note anything under any name.
        if (note.type === 'wait' && typeof ms === 'number')
          write(
            `${labelled}↻ ${name} waits ${Math.round(ms)}ms (${String(why)})${reason ? `: ${reason}` : ''}`,
          );
      },
      end: ({ error, data: received }) => {
        const attempts = error?.attempts ?? request.attempts;
        // The reason of a `'network'` error already says so.
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
