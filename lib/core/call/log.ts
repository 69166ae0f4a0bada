import { type Clock, systemClock } from '../platform/clock.js';
import { quietly } from '../platform/foreign.js';
import { decodeQuery, withoutUser } from '../platform/urls.js';
import { ownDefined } from '../platform/values.js';
import { ApiError } from '../result/api-error.js';
import { Refusal } from '../result/refusal.js';
import type { Result } from '../result/result.js';
import type { Note } from '../wire/response-reader.js';
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
   * not occur is ignored. No list: it throws when it is made.
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
  note(note: Note): void;
  /** How the stream ended that the call opened. */
  endStream(stream: { readonly error?: ApiError; readonly items?: number }): void;
}

/** What is written of: a call, as a middleware sees it. */
export type LoggedCall = Pick<MiddlewareContext, 'request' | 'requestName' | 'context'>;

/** Writes the line of a request. */
export type CallLog = (call: LoggedCall) => CallLines;

/** How often it was sent, where that is not once. A refusal says itself that it was not. */
const sendingsOf = (error: ApiError | null | undefined, attempts: number): string => {
  if (attempts > 1) return ` after ${String(attempts)} attempts`;
  return error && attempts === 0 && !Refusal.is(error.cause) ? ' not sent' : '';
};

/** The reason of the error's message, for the end of a line. */
const whyOf = (error: ApiError | null | undefined): string => (error ? `: ${ApiError.reasonOf(error)}` : '');

/** A plugin of the user's own may note anything under any name. */
const isWait = (note: Note): note is Extract<Note, { readonly why: string }> =>
  note.type === 'wait' && typeof (note as { readonly ms?: unknown }).ms === 'number';

/** A console that fails never fails a call. */
const write = (line: string, ...data: unknown[]): void =>
  void quietly(() => console.log(`[homing] ${line}`, ...data));

/** The URL as it is written: no user, and a sign for the values of the params that are hidden. */
const shownWithout =
  (hidden: readonly string[]) =>
  (url: string): string =>
    withoutUser(url).replace(/(^[^?]*\?|&)([^=&#]*)=[^&#]*/g, (pair, mark: string, name: string) =>
      hidden.includes(decodeQuery(name)) ? `${mark}${name}=…` : pair,
    );

/** What stands at the beginning of each line of a call. */
const labelOf = (call: LoggedCall, label: LogOptions['label']): string => {
  let text = '';
  // What it throws costs the label, not the line.
  void quietly(() => {
    const given = label?.(call);
    if (typeof given === 'string') text = `${given.replace(/\p{Cc}+/gu, ' ')} `;
    return given;
  });
  return text;
};

/** Writes the lines of calls to the console; undefined for a log that is not enabled. */
export function callLog(options: LogOptions, clock: Clock = systemClock): CallLog | undefined {
  const { enabled = true, data = false, redact = [], label } = ownDefined(options);
  const shown = shownWithout(redact);
  if (!enabled) return undefined;
  return (call) => {
    const { requestName: name, request } = call;
    const start = clock.now();
    const labelled = labelOf(call, label);
    // The clock may have been set back meanwhile.
    const passed = (): string => `${String(Math.max(clock.now() - start, 0))}ms`;
    const line = (outcome: string, sendings: string, why: string): void =>
      write(
        `${labelled}← ${name} ${outcome} (${passed()}${request.joined ? ', shared' : ''})${sendings}${why}`,
      );
    write(`${labelled}→ ${request.method} ${name} ${shown(request.url)}`);
    return {
      answered: (outcome, why) => line(outcome, '', why),
      note: (note) => {
        if (!isWait(note)) return;
        const { ms, why, reason } = note;
        write(
          `${labelled}↻ ${name} waits ${String(Math.round(ms))}ms (${why})${reason === undefined ? '' : `: ${reason}`}`,
        );
      },
      end: ({ error, data: received }) => {
        const sendings = sendingsOf(error, error?.attempts ?? request.attempts);
        line(error ? `ERROR ${String(error.status)}` : 'OK', sendings, whyOf(error));
        if (data && error?.kind === 'http') write(`  ${name}`, error.rawBody ?? error.body);
        if (data && !error && !request.streams) write(`  ${name}`, received);
      },
      endStream: ({ error, items }) => {
        const counted = items === undefined ? '' : `${String(items)} items, `;
        const outcome = error ? `ERROR ${error.kind}` : 'END';
        write(`${labelled}⇤ ${name} ${outcome} (${counted}${passed()})${whyOf(error)}`);
      },
    };
  };
}
