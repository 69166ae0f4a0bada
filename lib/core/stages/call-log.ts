import { type Clock, systemClock } from '../platform/clock.js';
import { ownDefined } from '../platform/own-properties.js';
import { quietly } from '../platform/quietly.js';
import { withoutUser } from '../platform/without-user.js';
import type { ApiError } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import { readList } from '../wire/read-list.js';
import type { LogOptions } from './log-options.js';
import type { MiddlewareContext } from './middleware-context.js';

/** What writes of one call after its first line. */
export interface CallLines {
  /** How the call came out. Without a Result, the chain threw. */
  end(result?: Result<unknown>): void;
  /** How the stream ended that the call opened. */
  endStream(stream: { readonly error?: ApiError; readonly items?: number }): void;
}

/** What is written of: a call, as a middleware sees it. */
export type LoggedCall = Pick<MiddlewareContext, 'request' | 'requestName' | 'context'>;

/** Writes the line of a request. */
export type CallLog = (call: LoggedCall) => CallLines;

const SILENT: CallLines = { end: () => undefined, endStream: () => undefined };

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
};

/** A console that fails never fails a call. */
const write = (line: string, ...data: unknown[]): void =>
  void quietly(() => console.log(`[homing] ${line}`, ...data));

/** Writes the lines of calls to the console. */
export function callLog(options: LogOptions = {}, clock: Clock = systemClock): CallLog {
  const { enabled = true, data = false, redact = [], label } = ownDefined(options);
  const hidden = readList('redact', redact);
  const shown = (url: string): string =>
    withoutUser(url).replace(/(^[^?]*\?|&)([^=&#]*)=[^&#]*/g, (pair, mark: string, name: string) =>
      hidden.includes(decoded(name)) ? `${mark}${name}=…` : pair,
    );
  if (!enabled) return () => SILENT;
  const labelOf = (call: LoggedCall): string => {
    let text = '';
    // What it throws costs the label, not the line.
    void quietly(() => {
      const given = label?.(call);
      if (typeof given === 'string') text = `${given.replace(/\p{Cc}+/gu, ' ')} `;
      return given;
    });
    return text;
  };
  return (call) => {
    const { requestName: name, request } = call;
    const start = clock.now();
    const labelled = labelOf(call);
    // The clock may have been set back meanwhile.
    const passed = (): string => `${String(Math.max(clock.now() - start, 0))}ms`;
    write(`${labelled}→ ${request.method} ${name} ${shown(request.url)}`);
    return {
      end: (result) => {
        const outcome = result?.error === null ? 'OK' : `ERROR ${String(result?.error.status ?? 0)}`;
        write(`${labelled}← ${name} ${outcome} (${passed()}${request.joined ? ', shared' : ''})`);
        if (data && !request.streams && result?.error === null) write(`  ${name}`, result.data);
      },
      endStream: ({ error, items }) => {
        const counted = items === undefined ? '' : `${String(items)} items, `;
        write(`${labelled}⇤ ${name} ${error ? `ERROR ${error.kind}` : 'END'} (${counted}${passed()})`);
      },
    };
  };
}
