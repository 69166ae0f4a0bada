import { type ExchangeBody, type Har, harEntry, harOf, readUnredacted } from '../archive/archive.js';
import {
  type ApiError,
  nullProto,
  type Clock,
  givenOptions,
  type CallNote,
  ownValue,
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
  /** How many calls are kept; the oldest go first. Default 500. Below 1: 1; NaN: the default. */
  limit?: number | undefined;
  /**
   * How much of each body is kept, in bytes, or the same as `limit` of an object. Default 65,536; 0 for none. Negative: 0;
   * NaN: the default. A body is redacted before it is cut, so a response is read up to 1 MiB ahead of its caller.
   */
  bodies?: number | InspectorBodies | undefined;
}

/** What an inspector keeps of bodies. */
export interface InspectorBodies {
  /** How much of each body is kept, in bytes. Default 65,536; 0 for none. Negative: 0; NaN: the default. */
  limit?: number | undefined;
  /**
   * Media types, such as `'text/plain'`, whose bodies are kept as they are if homing can't redact them. Default: none, of
   * such bodies only type and length are kept. Throws a TypeError for what is no array.
   */
  unredacted?: readonly string[] | undefined;
}

/** An observer that keeps what it sees, for a panel, a test or a file. Made by `inspector`. */
export interface Inspector extends Observer {
  /** What was seen, the oldest first: plain data, redacted, which goes on to change as long as a call runs. */
  readonly calls: readonly SeenCall[];
  /**
   * Tells of each change, with the call that changed; with none when all were cleared. What a listener throws is swallowed.
   *
   * @returns What ends it.
   */
  subscribe(listener: (call?: SeenCall) => void): () => void;
  /** All requests that were sent and are kept, as an HTTP archive. */
  toHar(): Har;
  /** Forgets what was seen. */
  clear(): void;
}

/** A newer call of the endpoint took the place of this one: what the reason of its end says under `dedupe`. */
const isSuperseded = ({ kind, cause }: ApiError): boolean =>
  kind === 'abort' && String((cause as Partial<Error> | null)?.message).startsWith('Superseded by ');

const outcomeOf = ({ error, response }: Result<unknown>): SeenOutcome =>
  error
    ? { kind: isSuperseded(error) ? 'superseded' : error.kind, status: error.status, message: error.message }
    : { kind: 'ok', status: response.status };

/** How many requests, and how many notes, are kept of one call: a stream may connect for ever. */
const MOST = 100;

/** Adds to what is kept of a call; the oldest go first. */
function add<T>(list: T[], one: T): void {
  list.push(one);
  if (list.length > MOST) list.shift();
}

/** What keeps calls. */
class CallRing implements Inspector {
  readonly calls: SeenCall[] = [];
  readonly #limit: number;
  readonly #bodies: Keeping;
  readonly #clock: Pick<Clock, 'now' | 'ticks' | 'setTimeout'>;
  readonly #listeners = new Set<(call?: SeenCall) => void>();
  /** What the ticks of the clock are counted from, since the epoch. */
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
    // Each its own: the same function may be there twice.
    const told = (call?: SeenCall): void => listener(call);
    this.#listeners.add(told);
    return () => void this.#listeners.delete(told);
  }

  toHar(): Har {
    const sent = this.calls
      .flatMap(({ attempts }) => attempts)
      .filter((attempt) => ownValue(attempt, 'joined') === undefined);
    return harOf(
      sent.map((attempt) => {
        const { startedAt, answeredAt = startedAt, endedAt = answeredAt } = nullProto<SeenAttempt>(attempt);
        const times = { wait: answeredAt - startedAt, receive: endedAt - answeredAt };
        // Redacted as a whole when they were kept; what was cut since can't be read.
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
        // Those after it are told all the same.
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

  /** What is known of a call only when it is under way. */
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
        body: sentBody(request.body, ownValue(headers, 'content-type') ?? '', this.#bodies),
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
    // All its connections together are one stream.
    const left = (call.items ?? []).reduce((size, item) => size - item.length, this.#bodies.limit);
    if (left <= 0) return undefined;
    return copyItems(response, { ...this.#bodies, limit: left }, (items) => {
      (call.items ??= []).push(...items);
      this.#changed(call);
    });
  }

  /** What the caller has read is there already, and takes no more than this turn. */
  #stop(copying: Copying | undefined): void {
    if (copying) this.#clock.setTimeout(() => copying.stop(), 0);
  }

  /** Facts of other notes are anybody's, and may be secret. */
  #noteOf(note: CallNote): SeenNote {
    const { type, ms, why, hit } = note as { type: string; ms?: unknown; why?: unknown; hit?: unknown };
    const now = this.#now();
    if (type === 'cache') return { type, at: now, hit: hit === true };
    if (type !== 'wait' || typeof ms !== 'number') return { type, at: now };
    // A retry tells of its wait before it, a queue of its own after it.
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
 * An observer that keeps the newest calls, redacted: to be handed to `watch` or `observe`, and shown by a panel.
 *
 * @param options What of them is kept.
 */
export const inspector = (options: InspectorOptions = {}): Inspector => inspectorBy(systemClock, options);

/** The same by another clock. */
export const inspectorBy = (
  clock: Pick<Clock, 'now' | 'ticks' | 'setTimeout'>,
  options: InspectorOptions = {},
): Inspector => new CallRing(options, clock);
