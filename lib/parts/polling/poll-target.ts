import type { CallOptions, HeaderRecord, Origin, Result } from '../../core/seats.js';
import type { KeyRules, Wire } from '../../keys.js';

/** A request, as errors name it. */
export interface NamedRequest {
  readonly method: string;
  readonly url: string;
  /** How many were sent for it so far. */
  readonly attempts?: number;
}

/** Somebody for whom a request is sent: ends it with the signal, and is told of it when it is sent. */
export interface RequestListener {
  readonly signal: AbortSignal;
  /** What observers are told of it. */
  readonly origin?: Origin;
  onSend(request: NamedRequest): void;
}

/** What params and options make of a target, read once; it can be asked any number of times. */
export interface PreparedRequest {
  /** What will be sent; undefined where that is not known, or where nothing will be. */
  readonly wire: (Wire & { readonly headers: HeaderRecord | undefined }) | undefined;
  /** For when the caller goes on before it is sent: makes a copy of what the caller may change from now on. */
  takeOver(): void;
  /** Sends one request, as a call of its own. The `retry()` of its Result sends another, for nobody in particular. */
  run(listener: RequestListener): Promise<Result<unknown>>;
}

/** What is polled: an endpoint, or a function of the user's own. */
export interface PollTarget {
  /** Polls are shared only between targets of one group. */
  readonly group: object;
  /** Which one of its group it is, as text. */
  readonly scope: string;
  /** The endpoint's name on its client; undefined for a function of the user's own. */
  readonly name: string | undefined;
  /** Those of the client's copy that it is asked through: each ends who asks, as the signal of the options does. */
  readonly signals: readonly AbortSignal[];
  /** For messages. */
  readonly path: string;
  /** For messages. */
  readonly urlTemplate: string;
  /** Why it can't be polled; undefined where it can. */
  readonly refusal: Error | undefined;
  /** By what rules its params become part of a key. */
  readonly paramsRules: KeyRules;
  /** Reads params and options. */
  prepare(params: unknown, options: CallOptions): PreparedRequest;
}
