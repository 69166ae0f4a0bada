import {
  AbortError,
  type ApiError,
  type Clock,
  givenOptions,
  MAX_DELAY,
  type OpenBody,
  ignoringErrors,
  randomBetween,
  readDelay,
  InvalidInputError,
  callReporting,
  systemClock,
} from '../../core/internal.js';
import { retryAfter } from '../../features/backoff/retry-after.js';
import { bytesOf } from '../../features/streaming/body-stream.js';
import { checkFunction } from '../../features/streaming/item-content.js';
import { inTime, LONGEST_WAIT, readNumber } from '../../features/streaming/limits.js';
import { type Reopened, type Reopening, Utf8 } from '../../features/streaming/format.js';
import { transienceOf } from '../../features/transience/transience.js';

/** What is told before a further connection is asked for. */
export interface ReconnectInfo {
  /** How many times it was tried since the last event, this time included. */
  readonly attempt: number;
  /** Milliseconds until it is asked for. */
  readonly delay: number;
  /** What the connection, or the last try, ended with; undefined for a clean end. */
  readonly error: ApiError | undefined;
  /** What is sent as `Last-Event-ID`; `''` for nothing. */
  readonly lastEventId: string;
}

/** How a stream goes on when its connection is over. */
export interface ReconnectOptions {
  /** How many times it is tried without an event between. Default: `Infinity`. No number: a `TypeError`. */
  readonly max?: number | undefined;
  /**
   * Milliseconds to wait before the first try, where the server says nothing of it; doubled with each. Default 3000.
   * Negative: 0. No number: a `TypeError`.
   */
  readonly baseDelay?: number | undefined;
  /**
   * The longest wait, in milliseconds; a `Retry-After` may be longer, up to a day. Default 30000. Negative: 0. No
   * number: a `TypeError`.
   */
  readonly maxDelay?: number | undefined;
  /**
   * Whether up to half of the wait is added at random, so that not all clients come back at once. Default true. Any
   * other value counts as it does in a condition.
   */
  readonly jitter?: boolean | undefined;
  /**
   * Is told before each wait. Default: none. What it throws is reported, and stops nothing. No function: a `TypeError`.
   */
  readonly onReconnect?: ((reconnecting: ReconnectInfo) => void) | undefined;
}

export type OwnReconnectOptions = {
  readonly [K in Exclude<keyof ReconnectOptions, 'onReconnect'>]-?: NonNullable<ReconnectOptions[K]>;
} & Pick<ReconnectOptions, 'onReconnect'>;

/** Throws a TypeError that names the option for what can't be one. */
export function readReconnect(
  owner: string,
  given: boolean | ReconnectOptions | undefined,
): OwnReconnectOptions | undefined {
  if (given === undefined || given === false) return undefined;
  if (given !== true && typeof given !== 'object')
    throw InvalidInputError.ofOption(`${owner}: reconnect`, given, 'true or an object');
  const { max, baseDelay, maxDelay, jitter = true, onReconnect } = givenOptions(given === true ? {} : given);
  checkFunction(owner, 'reconnect.onReconnect', onReconnect);
  return {
    max: readNumber(owner, 'reconnect.max', max, Infinity),
    baseDelay: readNumber(owner, 'reconnect.baseDelay', baseDelay, 3000),
    maxDelay: readNumber(owner, 'reconnect.maxDelay', maxDelay, 30_000),
    jitter,
    onReconnect,
  };
}

/** What a stream remembers from one connection to the next. */
export interface EventMemory {
  /** That of the last complete block. */
  lastEventId: string;
  /** What the server asks to wait before a further connection, in milliseconds; undefined where it asks for nothing. */
  retry: number | undefined;
  /** Whether an event has come, other than of an error, since the last try for a further connection. */
  hasCome: boolean;
}

/** The longest id that is sent, in bytes: servers refuse headers of any length. */
const MAX_BYTES = 8192;

/** What no header may have in it. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const UNSENDABLE = /[\0-\b\n-\u001f\u007f]/;

/** The id as the value of `Last-Event-ID`: its UTF-8 bytes, a character each. `''` where there is none to send. */
export function lastEventIdHeader(id: string): string {
  const bytes = new TextEncoder().encode(id);
  if (bytes.length > MAX_BYTES || UNSENDABLE.test(id)) return '';
  return String.fromCharCode(...bytes);
}

/** How much of another answer is kept for the error, in bytes. */
const KEPT_BYTES = 65_536;

const typeOf = ({ response }: OpenBody): string => response.headers.get('content-type') ?? '';

/** Whether the answer says that it is an event stream, or has nothing to say. */
export const isEventStream = (body: OpenBody): boolean =>
  body.response.body === null || /^\s*text\/event-stream\s*(;|$)/i.test(typeOf(body));

/** The beginning of a body as text, as far as it comes in so many milliseconds; the rest is dropped. */
const beginningOf = async (body: OpenBody, ms: number, clock: Clock): Promise<string> => {
  const reader = bytesOf(body)?.getReader();
  const drop = (): void => void ignoringErrors(() => reader?.cancel());
  const forget = body.onAbort(drop);
  const decoder = new Utf8();
  let text = '';
  let left = KEPT_BYTES;
  const reading = ignoringErrors(async () => {
    while (reader && left > 0) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value.subarray(0, left));
      left -= value.byteLength;
    }
  });
  await inTime(reading, ms, clock);
  forget();
  drop();
  return text;
};

/**
 * The error of an answer that is no event stream, with the beginning of its text as body, as far as it comes within the
 * timeout of the call, or `idleTimeout`; within a minute where both are 0.
 */
export async function wrongType(
  body: OpenBody,
  idleTimeout: number,
  clock: Clock = systemClock,
): Promise<ApiError> {
  const type = (typeOf(body).split(';')[0] ?? '').trim();
  const limits = [body.timeout, idleTimeout].filter((ms) => ms > 0);
  const text = await beginningOf(body, limits.length > 0 ? Math.min(...limits) : LONGEST_WAIT, clock);
  return body.error('parse', text, {
    reason: `returned ${/^[\w.+/-]{1,100}$/.test(type) ? type : 'another type'} instead of text/event-stream`,
  });
}

/** The least wait where a server asks for less, and from the second try on; and the longest, a day. In milliseconds. */
const LEAST_DELAY = 100;
const LONGEST_RETRY_AFTER = 86_400_000;

/** Whether another try may end otherwise. */
const isWorthATry = (error: ApiError): boolean =>
  transienceOf(error) !== undefined && !InvalidInputError.is(error.body);

/** The error of a body that was ended before its time, which nobody reads yet. */
const endOf = (body: OpenBody): ApiError | undefined => {
  const { interruption } = body;
  return interruption && body.error(interruption.kind, interruption.reason);
};

/** Asks for further connections of an event stream, and ever more rarely while none brings an event. */
export class Reconnection implements Reopening {
  readonly #options: OwnReconnectOptions;
  readonly #memory: EventMemory;
  readonly #ignoreContentType: boolean;
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
    ignoreContentType: boolean,
    idleTimeout: number,
    clock: Clock = systemClock,
  ) {
    this.#options = options;
    this.#memory = memory;
    this.#ignoreContentType = ignoreContentType;
    this.#idleTimeout = idleTimeout;
    this.#clock = clock;
    this.#ownId = lastEventIdHeader(memory.lastEventId);
  }

  async reopen(body: OpenBody, ended: ApiError | undefined, isOver: () => boolean): Promise<Reopened> {
    let newest = body;
    let error = ended;
    if (this.#memory.hasCome) this.#tries = 0;
    this.#memory.hasCome = false;
    // What ended the stream meanwhile may be a timeout of its own, which is no reason for a further try. An `error` event
    // at the end of a connection is no answer to a try.
    const isLeft = (): boolean => isOver() || (body.interruption ?? newest.interruption) !== undefined;
    while (!isLeft() && (!error || isWorthATry(error) || (error === ended && error.kind === 'http'))) {
      if (this.#tries >= this.#options.max) return { body: undefined, error };
      this.#tries += 1;
      await this.#wait(newest, error);
      if (isLeft()) break;
      const id = lastEventIdHeader(this.#memory.lastEventId);
      const headers = id === this.#ownId ? {} : { 'last-event-id': id };
      const { data: next, error: failed } = await newest.again(headers, this.#idleTimeout || LONGEST_WAIT);
      error = failed ?? undefined;
      if (!next) continue;
      newest = next;
      // 204 and 205 say that there is nothing more.
      if (next.response.body !== null || [204, 205].includes(next.response.status)) return this.#taken(next);
    }
    return { body: undefined, error: endOf(newest) ?? error };
  }

  /** What a further body comes to. */
  async #taken(body: OpenBody): Promise<Reopened> {
    if (this.#ignoreContentType || isEventStream(body)) return { body, bytes: bytesOf(body) };
    const error = await wrongType(body, this.#idleTimeout, this.#clock);
    const ended = endOf(body);
    if (ended) return { body: undefined, error: ended };
    body.abort({ kind: 'abort', reason: new AbortError("This isn't an event stream.") });
    return { body: undefined, error };
  }

  /** Waits until the next try, or until the stream is ended. */
  #wait(body: OpenBody, error: ApiError | undefined): Promise<void> {
    const ms = this.#delay(error);
    const { lastEventId } = this.#memory;
    body.note({ type: 'wait', ms, why: 'reconnect' });
    callReporting(() => this.#options.onReconnect?.({ attempt: this.#tries, delay: ms, error, lastEventId }));
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
}
