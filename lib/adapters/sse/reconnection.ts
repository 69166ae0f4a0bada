import {
  AbortError,
  type ApiError,
  type Clock,
  MAX_DELAY,
  type OpenBody,
  randomBetween,
  readDelay,
  Refusal,
  reporting,
  systemClock,
} from '../../core/seats.js';
import { retryAfter } from '../../backoff.js';
import { bytesOf, LONGEST_WAIT, type Reopened, type Reopening } from '../../streaming.js';
import { isEventStream, wrongType } from './content-type.js';
import type { EventMemory } from './event-framing.js';
import type { OwnReconnectOptions } from './events-options.js';
import { lastEventIdHeader } from './last-event-id.js';

/** The least wait, in milliseconds, where a server asks for less, and from the second try on. */
const LEAST_DELAY = 100;

/** No wait is longer, in milliseconds: what a server asks for by `Retry-After` is cut to a day. */
const LONGEST_RETRY_AFTER = 86_400_000;

/** Answers that say there is nothing more. */
const NO_CONTENT: readonly number[] = [204, 205];

/** Whether another try may end otherwise. */
const isWorthATry = ({ kind, status, body }: ApiError): boolean => {
  if (kind === 'http') return status === 408 || status === 429 || status >= 500;
  return kind === 'timeout' || (kind === 'network' && !Refusal.is(body));
};

/** The error of a body that was ended before its time, which nobody reads yet. */
const endOf = (body: OpenBody): ApiError | undefined => {
  const { interruption } = body;
  return interruption && body.error(interruption.kind, interruption.reason);
};

/** Asks for further connections of an event stream, as the HTML standard has it, and ever more rarely while none brings an event. */
export class Reconnection implements Reopening {
  readonly #options: OwnReconnectOptions;
  readonly #memory: EventMemory;
  readonly #anyType: boolean;
  readonly #idleTimeout: number;
  readonly #clock: Clock;
  /** What the call sends as `Last-Event-ID` by itself. */
  readonly #ownId: string;
  /** Tries since the last event. */
  #tries = 0;

  /** @param idleTimeout Of the stream, in milliseconds; 0 for none. */
  constructor(
    options: OwnReconnectOptions,
    memory: EventMemory,
    anyType: boolean,
    idleTimeout: number,
    clock: Clock = systemClock,
  ) {
    this.#options = options;
    this.#memory = memory;
    this.#anyType = anyType;
    this.#idleTimeout = idleTimeout;
    this.#clock = clock;
    this.#ownId = lastEventIdHeader(memory.lastEventId);
  }

  async reopen(body: OpenBody, ended: ApiError | undefined, isOver: () => boolean): Promise<Reopened> {
    let newest = body;
    let error = ended;
    if (this.#memory.hasCome) this.#tries = 0;
    this.#memory.hasCome = false;
    // An `error` event at the end of a connection is no answer to a try. What ended the stream meanwhile may be a timeout of its own, which is no reason for a further try.
    const isLeft = (): boolean => isOver() || (body.interruption ?? newest.interruption) !== undefined;
    while (!isLeft() && (!error || isWorthATry(error) || (error === ended && error.kind === 'http'))) {
      if (this.#tries >= this.#options.max) return { body: undefined, error };
      this.#tries += 1;
      await this.#wait(newest, error);
      if (isLeft()) break;
      const { data: next, error: failed } = await newest.again(
        this.#headers(),
        this.#idleTimeout || LONGEST_WAIT,
      );
      error = failed ?? undefined;
      if (!next) continue;
      newest = next;
      if (next.response.body !== null || NO_CONTENT.includes(next.response.status)) return this.#taken(next);
    }
    return { body: undefined, error: endOf(newest) ?? error };
  }

  /** An id that the call doesn't send by itself. */
  #headers(): Record<string, string> {
    const id = lastEventIdHeader(this.#memory.lastEventId);
    return id === this.#ownId ? {} : { 'last-event-id': id };
  }

  /** What a further body comes to. */
  async #taken(body: OpenBody): Promise<Reopened> {
    if (this.#anyType || isEventStream(body)) return { body, bytes: bytesOf(body) };
    const error = await wrongType(body, this.#idleTimeout, this.#clock);
    const ended = endOf(body);
    if (ended) return { body: undefined, error: ended };
    body.abort({ kind: 'abort', reason: new AbortError('The answer is no event stream.') });
    return { body: undefined, error };
  }

  /** Waits until the next try, or until the stream is ended. */
  #wait(body: OpenBody, error: ApiError | undefined): Promise<void> {
    const ms = this.#delay(error);
    body.note({ type: 'wait', ms, why: 'reconnect' });
    this.#tell(ms, error);
    return new Promise((resolve) => {
      const timer = this.#clock.setTimeout(() => {
        forget();
        resolve();
      }, ms);
      const forget = body.onAbort(() => {
        this.#clock.clearTimeout(timer);
        resolve();
      });
    });
  }

  #delay(error: ApiError | undefined): number {
    const { baseDelay, maxDelay, jitter } = this.#options;
    const { retry } = this.#memory;
    const least = retry !== undefined || this.#tries > 1 ? LEAST_DELAY : 0;
    const base = Math.max(retry ?? baseDelay, least);
    // A server may ask for more than a number holds; of what is infinite no part can be taken.
    const grown = Math.min(base * 2 ** Math.min(this.#tries - 1, 1023), MAX_DELAY);
    const spread = jitter ? randomBetween(grown, grown * 1.5) : grown;
    const askedFor = Math.min(retryAfter(error?.headers, this.#clock.now()) ?? 0, LONGEST_RETRY_AFTER);
    return readDelay(Math.max(Math.min(spread, maxDelay), askedFor, least), 0);
  }

  #tell(delay: number, error: ApiError | undefined): void {
    const { lastEventId } = this.#memory;
    reporting(() => this.#options.onReconnect?.({ attempt: this.#tries, delay, error, lastEventId }));
  }
}
