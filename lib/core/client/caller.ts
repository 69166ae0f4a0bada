import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import type { CalledBy } from '../stages/asked-for.js';
import type { MiddlewareEntry } from '../stages/plugin.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import type { HeaderRecord } from '../wire/fetch-options.js';
import type { ParamNames } from '../wire/placement.js';
import type { ClientCopy } from './copy-scope.js';

/** The key under which an endpoint function carries its `Caller`. */
export const CALLER: unique symbol = Symbol.for('homing.caller') as never;

/** What the params of a call make. */
export interface WireOfCall extends EncodedBody {
  readonly url: string;
  /** Undefined for none. */
  readonly headers: HeaderRecord | undefined;
}

/** A call whose params and options were read, to be made any number of times. */
export interface PreparedCall {
  /** What the params make; undefined when they can't become a request. */
  readonly wire: WireOfCall | undefined;
  /** For when the caller goes on before the call is made. */
  takeOver(): unknown;
  /**
   * Makes a call for the same, in somebody else's name. Each is a call of its own: what a plugin keeps for one, by
   * `ctx.once`, is not kept for the other.
   */
  run(by: CalledBy): Promise<Result<unknown>>;
}

/** An endpoint, as those see it who call it for somebody else: a poll, a walk over pages, an adapter. */
export interface Caller {
  /** The endpoint's name on the client, for messages. */
  readonly name: string;
  /** The path template, for messages. */
  readonly path: string;
  /** What the names of its query are made of; undefined where no param goes there. */
  readonly names: ParamNames | undefined;
  /** The URL with its path unfilled, for logs. */
  readonly urlTemplate: string;
  /** What the client and its copies have in common: polls of one group may be shared. */
  readonly group: object;
  /** The copy of the client that it is called through. */
  readonly copy: ClientCopy;
  /** What a copy is told from others by, for this endpoint of it. */
  within(copyScope: string): string;
  /** That of the client, its copy and the endpoint; none where their options can't be used. */
  readonly middleware: readonly MiddlewareEntry[];
  /** Whether its answers are streams, which can neither be polled nor paged. */
  readonly streams: boolean;
  /** Calls the endpoint in somebody else's name. Never rejects. */
  call(params: unknown, options: CallOptions | undefined, by: CalledBy): Promise<Result<unknown>>;
  /** Reads params and options. Never throws. */
  prepare(params: unknown, options: CallOptions): PreparedCall;
}
