import type { OutgoingRequest } from '../pipeline/outgoing-request.js';
import type { Clock } from '../platform/clock.js';
import { ownDefined } from '../platform/own-defined.js';
import { systemClock } from '../platform/system-clock.js';
import type { Result } from '../result/result.js';
import { readList } from '../wire/read-list.js';
import type { LogOptions } from './log-options.js';

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
};

/** Writes the lines of calls. A console that fails never fails a call. */
export class CallLog {
  readonly #enabled: boolean;
  readonly #data: boolean;
  readonly #redact: readonly string[];
  readonly #clock: Clock;

  constructor(options: LogOptions = {}, clock: Clock = systemClock) {
    const { enabled = true, data = false, redact = [] } = ownDefined(options);
    this.#enabled = enabled;
    this.#data = data;
    this.#redact = readList('redact', redact);
    this.#clock = clock;
  }

  /** Writes the line of the request; what it gives writes the line of the outcome. Without one, the chain threw. */
  begin(name: string, request: OutgoingRequest): (result?: Result<unknown>) => void {
    if (!this.#enabled) return () => undefined;
    const start = this.#clock.now();
    this.#write(`→ ${request.method} ${name} ${this.#shown(request.url)}`);
    return (result) => {
      const outcome = result?.error === null ? 'OK' : `ERROR ${String(result?.error.status ?? 0)}`;
      const shared = request.joined ? ', shared' : '';
      this.#write(`← ${name} ${outcome} (${String(this.#clock.now() - start)}ms${shared})`);
      if (this.#data && result?.error === null) this.#write(`  ${name}`, result.data);
    };
  }

  #shown(url: string): string {
    if (this.#redact.length === 0) return url;
    return url.replace(/(^[^?]*\?|&)([^=&#]*)=[^&#]*/g, (pair, mark: string, name: string) =>
      this.#redact.includes(decoded(name)) ? `${mark}${name}=…` : pair,
    );
  }

  #write(line: string, ...data: unknown[]): void {
    try {
      console.log(`[homing] ${line}`, ...data);
    } catch {
      // See above.
    }
  }
}
