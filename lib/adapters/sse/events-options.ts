import {
  type ApiError,
  describeType,
  isObject,
  ownDefined,
  type StandardSchemaV1,
} from '../../core/seats.js';
import {
  checkContent,
  checkSchema,
  type OwnLimits,
  type ParseItem,
  readLimits,
  readMaxItemSize,
  readNumber,
  type SizeOption,
  type StreamLimits,
  type UntilOption,
} from '../../streaming.js';
import type { EventSchemas } from './event.js';
import { lastEventIdHeader } from './last-event-id.js';

export type { ParseItem, SizeOption, StreamLimits, UntilOption } from '../../streaming.js';

/** What is told before a further connection is asked for. */
export interface Reconnecting {
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
  /** How many times it is tried without an event between. Default: `Infinity`. */
  readonly max?: number | undefined;
  /** Milliseconds to wait before the first try, where the server says nothing of it; doubled with each. Default 3000. */
  readonly baseDelay?: number | undefined;
  /** The longest wait, in milliseconds; a `Retry-After` may be longer. Default 30000. */
  readonly maxDelay?: number | undefined;
  /** Whether up to half of the wait is added at random, so that not all clients come back at once. Default true. */
  readonly jitter?: boolean | undefined;
  /** Is told before each wait. What it throws is reported, and stops nothing. */
  readonly onReconnect?: ((reconnecting: Reconnecting) => void) | undefined;
}

/** What `events` takes beside `schema`, `types` and `parse`. */
export interface EventsOptions<TItem> extends StreamLimits, SizeOption, UntilOption<TItem> {
  /** What the first request sends as `Last-Event-ID`, as where a page goes on that was reloaded. Default: nothing. */
  readonly lastEventId?: string | undefined;
  /** Gets the text of each comment. What it throws is reported, and stops nothing. */
  readonly onComment?: ((comment: string) => void) | undefined;
  /** Whether a `Content-Type` other than `text/event-stream` is read, too. Default false. */
  readonly anyType?: boolean | undefined;
  /**
   * Whether a stream goes on by a further request when its connection is over: `true`, or how. Default: it does not, as it
   * would send a prompt again that is paid for.
   */
  readonly reconnect?: boolean | ReconnectOptions | undefined;
}

/** Everything that may be given. */
export interface AllEventsOptions extends EventsOptions<never> {
  readonly schema?: StandardSchemaV1 | undefined;
  readonly types?: EventSchemas | undefined;
  readonly parse?: ParseItem | undefined;
}

/** The options of reconnecting, read once. */
export interface OwnReconnectOptions {
  readonly max: number;
  readonly baseDelay: number;
  readonly maxDelay: number;
  readonly jitter: boolean;
  readonly onReconnect: ReconnectOptions['onReconnect'];
}

/** The options, read once and checked. */
export interface OwnEventsOptions extends Omit<
  AllEventsOptions,
  'reconnect' | 'maxItemSize' | keyof StreamLimits
> {
  readonly limits: OwnLimits;
  readonly maxItemSize: number;
  readonly reconnect: OwnReconnectOptions | undefined;
}

const readReconnect = (owner: string, given: unknown): OwnReconnectOptions | undefined => {
  if (given === undefined || given === false) return undefined;
  if (given !== true && !isObject(given))
    throw new TypeError(`${owner}: the option reconnect is ${describeType(given)}: pass true or an object.`);
  const {
    max,
    baseDelay,
    maxDelay,
    jitter = true,
    onReconnect,
  } = ownDefined(given === true ? {} : (given as ReconnectOptions));
  checkFunction(owner, 'reconnect.onReconnect', onReconnect);
  return {
    max: readNumber(owner, 'reconnect.max', max, Infinity),
    baseDelay: readNumber(owner, 'reconnect.baseDelay', baseDelay, 3000),
    maxDelay: readNumber(owner, 'reconnect.maxDelay', maxDelay, 30_000),
    jitter,
    onReconnect,
  };
};

const checkFunction = (owner: string, name: string, given: unknown): void => {
  if (given !== undefined && typeof given !== 'function')
    throw new TypeError(`${owner}: the option ${name} is ${describeType(given)}: pass a function.`);
};

/** Throws a TypeError that names the option for what can't be one. */
export function readEventsOptions(owner: string, given: AllEventsOptions | undefined): OwnEventsOptions {
  const options = ownDefined(given) as AllEventsOptions;
  const { schema, types, onComment, lastEventId } = options;
  checkContent(owner, options, options.until);
  if (types !== undefined) {
    if (!isObject(types) || Array.isArray(types))
      throw new TypeError(
        `${owner}: the option types is ${describeType(types)}: pass schemas by the type of the event.`,
      );
    if (schema !== undefined)
      throw new TypeError(`${owner}: the options schema and types exclude each other: pass one.`);
    for (const [type, each] of Object.entries(types)) checkSchema(owner, `types.${type}`, each);
  }
  checkFunction(owner, 'onComment', onComment);
  if (lastEventId !== undefined && typeof lastEventId !== 'string')
    throw new TypeError(`${owner}: the option lastEventId is ${describeType(lastEventId)}: pass a string.`);
  if (lastEventId && lastEventIdHeader(lastEventId) === '')
    throw new TypeError(
      `${owner}: the option lastEventId can not be sent: it has control characters, or more than 8192 bytes.`,
    );
  // Written out: all of them are own, and each is read for every event.
  return {
    schema,
    types: types && (ownDefined(types) as EventSchemas),
    parse: options.parse,
    until: options.until,
    lastEventId,
    onComment,
    anyType: options.anyType,
    limits: readLimits(owner, options),
    maxItemSize: readMaxItemSize(owner, options),
    reconnect: readReconnect(owner, options.reconnect),
  };
}
