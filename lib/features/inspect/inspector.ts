import { type ExchangeBody, type Har, harEntry, harOf, readUnredacted } from '../archive/archive.js';
import {
  type Clock,
  givenOptions,
  isSuperseded,
  type CallNote,
  readDelay,
  type Result,
  systemClock,
} from '../../core/internal.js';
import type {
  AttemptObserver,
  CallObserver,
  ObservedAttempt,
  ObservedCall,
  Observer,
} from '../observe/observer.js';
import { redactHeaders, redactUrl } from '../redaction/redaction.js';
import { copyBody, copyItems, type Copying, type Keeping, sentBody } from './body-copy.js';
import { type SeenAttempt, type SeenCall, type SeenNote, type SeenOutcome } from './seen-call.js';

/** Options of `inspector`. */
export interface InspectorOptions {
  /**
   * Maximum number of stored calls; the oldest are removed first. Below 1: 1. NaN: the default.
   *
   * @default 500
   */
  limit?: number | undefined;
  /**
   * Maximum size of each stored body in bytes, or an object with this number as `limit`. 0 stores no bodies. Negative:
   * 0. NaN: the default. A body is redacted before it's cut, so homing reads a response up to 1 MiB ahead of its
   * caller.
   *
   * @default 65536
   */
  bodies?: number | InspectorBodies | undefined;
}

/** Which parts of bodies an inspector stores. */
export interface InspectorBodies {
  /**
   * Maximum size of each stored body in bytes. 0 stores no bodies. Negative: 0. NaN: the default.
   *
   * @default 65536
   */
  limit?: number | undefined;
  /**
   * Media types, such as `'text/plain'`, whose bodies are stored unchanged if homing can't redact them. Default: none,
   * only the type and length of such bodies are stored. Throws a TypeError for a value that isn't an array.
   */
  unredacted?: readonly string[] | undefined;
}

/** An observer that stores calls for a panel, a test or a file. Created by `inspector`. */
export interface Inspector extends Observer {
  /** Stored calls, oldest first. Each is plain redacted data, and changes while the call runs. */
  readonly calls: readonly SeenCall[];
  /**
   * Calls the listener after each change with the changed call; without a call after `clear()`. Errors that the
   * listener throws are ignored.
   *
   * @returns A function that unsubscribes the listener.
   */
  subscribe(listener: (call?: SeenCall) => void): () => void;
  /** Returns all stored requests that were sent, as an HTTP archive. */
  toHar(): Har;
  /** Removes all stored calls. */
  clear(): void;
}

const outcomeOf = ({ error, response }: Result<unknown>): SeenOutcome =>
  error
    ? {
        kind: isSuperseded(error.cause) ? 'superseded' : error.kind,
        status: error.status,
        message: error.message,
      }
    : { kind: 'ok', status: response.status };

/** Maximum number of requests, and of notes, per call: a stream can reconnect indefinitely. */
const MOST = 100;

/** Appends to a list of a call and removes the oldest item above the maximum. */
function add<T>(list: T[], one: T): void {
  list.push(one);
  if (list.length > MOST) list.shift();
}

/** The inspector: stores the latest calls. */
class CallRing implements Inspector {
  readonly calls: SeenCall[] = [];
  readonly #limit: number;
  readonly #bodies: Keeping;
  readonly #clock: Pick<Clock, 'now' | 'ticks' | 'setTimeout'>;
  readonly #listeners = new Set<(call?: SeenCall) => void>();
  /** Milliseconds since the epoch at tick 0 of the clock. */
  readonly #origin: number;

  constructor(options: InspectorOptions, clock: Pick<Clock, 'now' | 'ticks' | 'setTimeout'>) {
    const { limit, bodies } = givenOptions(options);
    this.#limit = Math.max(readDelay(limit, 500), 1);
    const { limit: size, ...types } = givenOptions(typeof bodies === 'object' ? bodies : { limit: bodies });
    this.#bodies = { limit: readDelay(size, 65_536), unredacted: readUnredacted(types) };
    this.#clock = clock;
    this.#origin = clock.now() - clock.ticks();
  }

  call(observed: ObservedCall): CallObserver {
    const call = this.#begin(observed);
    let copying: Copying | undefined;
    return {
      attempt: (attempt) => this.#attempt(call, observed, attempt, (begun) => (copying = begun)),
      note: (note) => {
        add(call.notes, this.#noteOf(note));
        this.#changed(call);
      },
      end: (result, stream) => {
        this.#look(call, observed);
        call.endedAt = this.#now();
        call.outcome = outcomeOf(stream?.error ? { ...result, error: stream.error, data: null } : result);
        if (stream?.items !== undefined) call.itemCount = stream.items;
        if (call.outcome.kind === 'superseded') this.#findSuccessor(call);
        this.#stop(copying);
        this.#changed(call);
      },
    };
  }

  subscribe(listener: (call?: SeenCall) => void): () => void {
    // Wrap the listener: the same function can be subscribed twice.
    const notify = (call?: SeenCall): void => listener(call);
    this.#listeners.add(notify);
    return () => void this.#listeners.delete(notify);
  }

  toHar(): Har {
    const sent = this.calls.flatMap(({ attempts }) => attempts).filter(({ joined }) => joined === undefined);
    return harOf(
      sent.map((attempt) => {
        const { startedAt, answeredAt = startedAt, endedAt = answeredAt } = attempt;
        const times = { wait: answeredAt - startedAt, receive: endedAt - answeredAt };
        // The bodies were redacted before they were cut. A cut body can't be parsed for redaction.
        return harEntry({ ...attempt, ...times }, (body) => body);
      }),
    );
  }

  clear(): void {
    this.calls.length = 0;
    this.#changed();
  }

  #now(): number {
    return this.#origin + this.#clock.ticks();
  }

  #changed(call?: SeenCall): void {
    for (const listener of this.#listeners)
      try {
        listener(call);
      } catch {
        // An error must not keep the other listeners from being called.
      }
  }

  #begin({ id, client, name, origin }: ObservedCall): SeenCall {
    const call: SeenCall = {
      ...{ id, name, method: '', url: '', startedAt: this.#now(), attempts: [], notes: [] },
      ...(client !== undefined && { client }),
      ...(origin?.type === 'retry' && { retryOf: origin.of }),
      ...(origin?.type === 'poll' && { group: `poll ${origin.poll}` }),
      ...(origin?.type === 'page' && { group: `pages ${origin.walk}`, page: origin.page }),
    };
    this.calls.push(call);
    if (this.calls.length > this.#limit) this.calls.shift();
    this.#changed(call);
    return call;
  }

  /** Copies the facts that are known only once the call runs. */
  #look(call: SeenCall, { request, operation, deadline }: ObservedCall): void {
    call.method = request.method;
    call.url = redactUrl(request.url);
    if (operation !== undefined) call.operation = operation;
    if (deadline !== undefined) call.deadline = deadline;
  }

  #attempt(
    call: SeenCall,
    observed: ObservedCall,
    { number, request }: ObservedAttempt,
    copies: (copying: Copying | undefined) => void,
  ): AttemptObserver {
    this.#look(call, observed);
    const headers = redactHeaders(request.headerRecord());
    const attempt: SeenAttempt = {
      number,
      startedAt: this.#now(),
      request: {
        method: request.method,
        url: redactUrl(request.url),
        headers,
        body: sentBody(request.body, headers['content-type'] ?? '', this.#bodies),
      },
    };
    add(call.attempts, attempt);
    this.#changed(call);
    let copying: Copying | undefined;
    const isStream = observed.request.streams;
    return {
      joined: (leader) => {
        attempt.joined = leader;
        this.#changed(call);
      },
      response: (response) => {
        attempt.answeredAt = this.#now();
        const { status, statusText } = response;
        const received = { status, statusText, headers: redactHeaders(Object.fromEntries(response.headers)) };
        attempt.response = received;
        this.#changed(call);
        if (this.#bodies.limit === 0) return;
        if (isStream && response.ok) copies(this.#copyItems(call, response));
        else
          copying = copyBody(response, this.#bodies, (body: ExchangeBody) => {
            attempt.response = { ...received, body };
            this.#changed(call);
          });
      },
      end: (result) => {
        attempt.endedAt = this.#now();
        attempt.outcome = outcomeOf(result);
        this.#stop(copying);
        this.#changed(call);
      },
    };
  }

  #copyItems(call: SeenCall, response: Response): Copying | undefined {
    // All connections of a call count as one stream.
    const left = (call.items ?? []).reduce((size, item) => size - item.length, this.#bodies.limit);
    if (left <= 0) return undefined;
    return copyItems(response, { ...this.#bodies, limit: left }, (items) => {
      (call.items ??= []).push(...items);
      this.#changed(call);
    });
  }

  /** Stops the copy after this turn, in which the data that the caller has read still arrives. */
  #stop(copying: Copying | undefined): void {
    if (copying) this.#clock.setTimeout(() => copying.stop(), 0);
  }

  /** Copies only known fields: other notes can contain secrets. */
  #noteOf(note: CallNote): SeenNote {
    const { type, ms, why, hit } = note as { type: string; ms?: unknown; why?: unknown; hit?: unknown };
    const now = this.#now();
    if (type === 'cache') return { type, at: now, hit: hit === true };
    if (type !== 'wait' || typeof ms !== 'number') return { type, at: now };
    // A retry reports its wait in advance, a queue reports it afterwards.
    return { type, at: why === 'retry' ? now : now - ms, ms, why: String(why) };
  }

  #findSuccessor(call: SeenCall): void {
    const next = this.calls.find(
      ({ id, name, client }) => id > call.id && name === call.name && client === call.client,
    );
    if (next) call.supersededBy = next.id;
  }
}

/**
 * Creates an observer that stores the latest calls, redacted. Pass it to `observers` or `observe`, and show it in a
 * panel.
 *
 * @param options What to store.
 */
export const inspector = (options: InspectorOptions = {}): Inspector => inspectorBy(systemClock, options);

/** Creates an inspector with another clock. */
export const inspectorBy = (
  clock: Pick<Clock, 'now' | 'ticks' | 'setTimeout'>,
  options: InspectorOptions = {},
): Inspector => new CallRing(options, clock);
