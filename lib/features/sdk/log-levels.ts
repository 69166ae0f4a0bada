import type { LogEntry, LogOptions } from '../../core/internal.js';

/**
 * Calls that an SDK logs. `'error'`: failed calls. `'warn'`: also calls that succeeded after a retry. `'info'`: also
 * calls that their signal ended. `'debug'`: all calls.
 */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** Receives the lines of the log: `console`, or a logger such as pino's. */
export interface SdkLogger {
  /** Receives the lines about failed calls. */
  error(message: string): unknown;
  /** Receives the lines about calls that succeeded after a retry. */
  warn(message: string): unknown;
  /** Receives the lines about calls that their signal ended. */
  info(message: string): unknown;
  /** Receives the lines about all other calls. */
  debug(message: string): unknown;
}

/** The levels, from the one that logs least. */
export const LOG_LEVELS: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug'];

type LineLevel = Exclude<LogLevel, 'off'>;

function levelOf({ kind, attempts }: LogEntry): LineLevel {
  if (kind === 'abort') return 'info';
  if (kind !== undefined) return 'error';
  return attempts > 1 ? 'warn' : 'debug';
}

/** Returns the log of a client; undefined if it is off. */
export function logOf(name: string, level: LogLevel, logger: SdkLogger): LogOptions | undefined {
  const highest = LOG_LEVELS.indexOf(level);
  if (highest === 0) return undefined;
  const write = (entry: LogEntry): unknown => {
    const own = levelOf(entry);
    if (LOG_LEVELS.indexOf(own) > highest) return undefined;
    const attempts = entry.attempts > 1 ? ` (${entry.attempts} attempts)` : '';
    return logger[own](`${name}: ${entry.message}, ${Math.round(entry.duration)} ms${attempts}`);
  };
  return { write };
}
