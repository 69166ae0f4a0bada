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

/** The argument of `onReconnect`, which is called before each new connection. */
export interface ReconnectInfo {
  /** Number of tries since the last event, including this one. */
  readonly attempt: number;
  /** Milliseconds until the request is sent. */
  readonly delay: number;
  /**
   * The error that ended the connection or the last try; undefined if the connection ended without an error.
   */
  readonly error: ApiError | undefined;
  /** Value of the `Last-Event-ID` header; `''` if it is not sent. */
  readonly lastEventId: string;
}

/** Settings for reconnecting a stream. */
export interface ReconnectOptions {
  /**
   * Maximum number of tries without an event between them. Throws a TypeError if it is not a number.
   *
   * @default Infinity
   */
  readonly max?: number | undefined;
  /**
   * Milliseconds to wait before the first try, unless the server sets `retry`; doubled for each further try.
   * A negative value counts as 0. Throws a TypeError if it is not a number.
   *
   * @default 3000
   */
  readonly baseDelay?: number | undefined;
  /**
   * Longest wait in milliseconds. A `Retry-After` can be longer, up to a day. A negative value counts as 0.
   * Throws a TypeError if it is not a number.
   *
   * @default 30000
   */
  readonly maxDelay?: number | undefined;
  /**
   * Whether to add up to half of the wait at random, so that clients don't reconnect at the same time. Any
   * other value is treated as truthy or falsy.
   *
   * @default true
   */
  readonly jitter?: boolean | undefined;
  /**
   * Called before each wait. Default: not called. An error that it throws is reported and doesn't end the
   * stream. Throws a TypeError if it is not a function.
   */
  readonly onReconnect?: ((reconnecting: ReconnectInfo) => void) | undefined;
}

export type OwnReconnectOptions = {
  readonly [K in Exclude<keyof ReconnectOptions, 'onReconnect'>]-?: NonNullable<ReconnectOptions[K]>;
} & Pick<ReconnectOptions, 'onReconnect'>;

/** Reads and validates the settings. Throws a TypeError that names the invalid option. */
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

/** State of a stream that survives a reconnect. */
export interface EventMemory {
  /** Event id of the last complete block. */
  lastEventId: string;
  /** Milliseconds that the server asks to wait before a reconnect; undefined if it sent no `retry`. */
  retry: number | undefined;
  /** Whether an event other than `error` has arrived since the last try. */
  hasCome: boolean;
}

/** Maximum length of a sent event id, in bytes: servers reject long headers. */
const MAX_BYTES = 8192;

/** Characters that a header value can't contain. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const UNSENDABLE = /[\0-\b\n-\u001f\u007f]/;

/**
 * Returns the id as the value of `Last-Event-ID`: one character for each UTF-8 byte. Returns `''` if the id
 * is empty or can't be sent.
 */
export function lastEventIdHeader(id: string): string {
  const bytes = new TextEncoder().encode(id);
  if (bytes.length > MAX_BYTES || UNSENDABLE.test(id)) return '';
  return String.fromCharCode(...bytes);
}

/** Bytes of an unexpected response to keep for the error. */
const KEPT_BYTES = 65_536;

const typeOf = ({ response }: OpenBody): string => response.headers.get('content-type') ?? '';

/** Whether a response has the type of an event stream, or no body. */
export const isEventStream = (body: OpenBody): boolean =>
  body.response.body === null || /^\s*text\/event-stream\s*(;|$)/i.test(typeOf(body));

/** Reads the start of a body as text for at most the given milliseconds, then cancels the rest. */
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
 * Creates the error for a response that is not an event stream. Its body is the start of the text that
 * arrives within the timeout of the call or `idleTimeout`, or within a minute if both are 0.
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

/**
 * Shortest wait in milliseconds, for a `retry` below it and from the second try on; and the longest
 * `Retry-After`, a day.
 */
const LEAST_DELAY = 100;
const LONGEST_RETRY_AFTER = 86_400_000;

/** Whether another try can succeed after this error. */
const isWorthATry = (error: ApiError): boolean =>
  transienceOf(error) !== undefined && !InvalidInputError.is(error.body);

/** Returns the error of a body that was aborted before it is read. */
const endOf = (body: OpenBody): ApiError | undefined => {
  const { interruption } = body;
  return interruption && body.error(interruption.kind, interruption.reason);
};

/** Reconnects an event stream, with longer waits while no event arrives. */
export class Reconnection implements Reopening {
  readonly #options: OwnReconnectOptions;
  readonly #memory: EventMemory;
  readonly #ignoreContentType: boolean;
  readonly #idleTimeout: number;
  readonly #clock: Clock;
  /** The `Last-Event-ID` that the call already sends. */
  readonly #ownId: string;
  /** Tries since the last event. */
  #tries = 0;

  /**
   * Creates the reconnection.
   *
   * @param idleTimeout Idle timeout of the stream in milliseconds; 0 for none.
   */
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
    // A timeout that ended the stream is not a reason to reconnect. An `error` event at the end of a
    // connection is not the outcome of a try.
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
      // 204 and 205 mean that the stream has ended.
      if (next.response.body !== null || [204, 205].includes(next.response.status)) return this.#taken(next);
    }
    return { body: undefined, error: endOf(newest) ?? error };
  }

  /** Accepts the new body, or returns the error of its type. */
  async #taken(body: OpenBody): Promise<Reopened> {
    if (this.#ignoreContentType || isEventStream(body)) return { body, bytes: bytesOf(body) };
    const error = await wrongType(body, this.#idleTimeout, this.#clock);
    const ended = endOf(body);
    if (ended) return { body: undefined, error: ended };
    body.abort({ kind: 'abort', reason: new AbortError("This isn't an event stream.") });
    return { body: undefined, error };
  }

  /** Waits until the next try or until the stream is aborted. */
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
    // A server can send a `retry` too large for a number. Half of Infinity can't be added, so limit the value
    // first.
    const grown = Math.min(base * 2 ** Math.min(this.#tries - 1, 1023), MAX_DELAY);
    const spread = jitter ? randomBetween(grown, grown * 1.5) : grown;
    const serverDelay = Math.min(retryAfter(error?.headers, this.#clock.now()) ?? 0, LONGEST_RETRY_AFTER);
    return readDelay(Math.max(Math.min(spread, maxDelay), serverDelay, least), 0);
  }
}
