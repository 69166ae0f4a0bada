import type { OutgoingRequest } from '../stages/outgoing-request.js';
import { type Clock, systemClock } from '../platform/clock.js';
import { ownDefined } from '../platform/own-properties.js';
import { quietly } from '../platform/quietly.js';
import { withoutUser } from '../platform/without-user.js';
import type { Result } from '../result/result.js';
import { readList } from '../settings/read-list.js';
import type { LogOptions } from './log-options.js';

/** Writes the line of a request; what it gives writes the line of the outcome. Without one, the chain threw. */
export type CallLog = (name: string, request: OutgoingRequest) => (result?: Result<unknown>) => void;

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
  const { enabled = true, data = false, redact = [] } = ownDefined(options);
  const hidden = readList('redact', redact);
  const shown = (url: string): string =>
    withoutUser(url).replace(/(^[^?]*\?|&)([^=&#]*)=[^&#]*/g, (pair, mark: string, name: string) =>
      hidden.includes(decoded(name)) ? `${mark}${name}=…` : pair,
    );
  if (!enabled) return () => () => undefined;
  return (name, request) => {
    const start = clock.now();
    write(`→ ${request.method} ${name} ${shown(request.url)}`);
    return (result) => {
      const outcome = result?.error === null ? 'OK' : `ERROR ${String(result?.error.status ?? 0)}`;
      const shared = request.joined ? ', shared' : '';
      // The clock may have been set back meanwhile.
      const ms = Math.max(clock.now() - start, 0);
      write(`← ${name} ${outcome} (${String(ms)}ms${shared})`);
      if (data && result?.error === null) write(`  ${name}`, result.data);
    };
  };
}
