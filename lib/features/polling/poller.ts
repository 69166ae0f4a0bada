import { hasWindow, MAX_DELAY, randomBetween, type Result, systemClock } from '../../core/internal.js';
import { copyData } from '../cache-keys/copy-data.js';
import { retryAfter } from '../backoff/retry-after.js';
import type { PollSettings } from './poll-options.js';
import type { PollRequest } from './poll-request.js';
import type { NamedRequest } from './target.js';

/**
 * Calculates the wait between a response and the next request from the settings of the callers and the failures. All
 * times are milliseconds.
 */
class PollSchedule {
  /** Number of consecutive failures up to the latest response. */
  #failures = 0;
  /**
   * When the latest response arrived, in ticks of the clock. Before the first response, a request is due immediately.
   */
  #answeredAt = -Infinity;
  /** Milliseconds from the latest response to the next request, by the settings of its callers. */
  #wait = 0;
  /** The part of the wait that `Retry-After` requires, in milliseconds. */
  #waitForServer = 0;

  /** Records a response and calculates the next wait of the remaining callers. */
  noteAnswer({ error }: Result<unknown>, callers: readonly PollCaller[]): void {
    // If every remaining caller wants only this response, wait for the longest time: they are about to leave.
    const every = Math.min(MAX_DELAY, ...callers.map(({ settings }) => settings.every));
    const cap = Math.max(every, Math.min(...callers.map(({ settings }) => settings.maxEvery)));
    const { status, headers } = error ?? {};
    const requiredWait = status === 429 || status === 503 ? retryAfter(headers, systemClock.now()) : 0;
    this.#failures = error ? this.#failures + 1 : 0;
    this.#answeredAt = systemClock.ticks();
    this.#waitForServer = Math.min(requiredWait ?? 0, cap);
    // Without a failure, both limits are `every`.
    this.#wait = Math.max(
      randomBetween(every, Math.min(every * 2 ** this.#failures, cap)),
      this.#waitForServer,
    );
  }

  /** Shortens the wait to the time that `Retry-After` requires. */
  skipWait(): void {
    this.#wait = this.#waitForServer;
  }

  /**
   * Milliseconds until the next request; 0 or less if it's due. After a success, a caller with a shorter `every`
   * shortens the wait while it's present. A wait after a failure isn't shortened.
   */
  timeLeft(callers: readonly PollCaller[]): number {
    const wants = this.#failures === 0 ? callers.map(({ settings }) => settings.every) : [];
    return Math.ceil(this.#answeredAt + Math.min(this.#wait, ...wants) - systemClock.ticks());
  }
}

/** A call of `poll` or `pollUntil` that receives the Results of a poll. */
export interface PollCaller {
  readonly request: PollRequest;
  readonly settings: PollSettings;
  /** Joins the poll for its current request, because this poll now sends another one. */
  changePoll(): void;
  /** Receives every Result. Never throws. */
  receive(result: Result<unknown>): void;
}

/** Copies a Result with its data for one of several callers. */
const copyOf = (result: Result<unknown>): Result<unknown> =>
  result.error ? { ...result } : { ...result, data: copyData(result.data) };

/**
 * The tab whose visibility pauses a poll. React Native has a window without a document, and a server's document isn't a
 * tab.
 */
const currentTab = (): Document | undefined => {
  const { document } = globalThis as { document?: Partial<Document> };
  // Without listeners, homing couldn't detect when the tab is shown again.
  return hasWindow() && typeof document?.addEventListener === 'function' ? (document as Document) : undefined;
};

let polls = 0;

/**
 * A poll and its callers. It repeats these steps: send a request, pass the Result to every caller, wait. Only one
 * request is in flight at a time. While the tab is hidden, no request starts unless a caller has `inBackground`.
 */
export class Poller {
  /** Number of the poll for observers, unique over all polls. */
  readonly #number = (polls += 1);
  readonly #request: PollRequest;
  readonly #key: string | undefined;
  readonly #closeDoor: () => void;
  readonly #callers = new Set<PollCaller>();
  readonly #pace = new PollSchedule();
  readonly #tab = currentTab();
  /** Visibility at the last check. */
  #isTabHidden: boolean;
  #lastAnswer: Result<unknown> | undefined;
  /** The last completed request, with the number of attempts of all completed requests; and the request in flight. */
  #sent: NamedRequest | undefined;
  #newest: NamedRequest | undefined;
  /** Aborts the request in flight. */
  #inFlight: AbortController | undefined;
  #timer: unknown;
  /** Number of pending microtasks. */
  #tasks = 0;

  /**
   * @param key Key that all callers of this poll share; undefined for a poll with a single caller.
   * @param closeDoor Called when no further caller may join, possibly more than once.
   */
  constructor(request: PollRequest, key: string | undefined, closeDoor: () => void) {
    this.#request = request;
    this.#key = key;
    this.#closeDoor = closeDoor;
    this.#isTabHidden = this.#isHidden;
    this.#tab?.addEventListener('visibilitychange', this.#onVisibility);
  }

  /** The latest request that was about to be sent, with the number of attempts so far. */
  get sent(): NamedRequest | undefined {
    const newest = this.#newest;
    if (!newest) return this.#sent;
    const { method, url, attempts = 0 } = newest;
    return { method, url, attempts: attempts + (this.#sent?.attempts ?? 0) };
  }

  /** Adds a caller. It receives the latest Result, if there is one, in a microtask, and then every further Result. */
  join(caller: PollCaller): void {
    this.#callers.add(caller);
    const last = this.#lastAnswer;
    if (!last) {
      this.#schedule();
      return;
    }
    this.#afterwards(() => {
      // The caller has already received a newer Result that arrived in the meantime.
      if (this.#lastAnswer === last) this.#deliver(last, [caller]);
    });
  }

  /** Removes a caller. The last one aborts the request in flight. */
  leave(caller: PollCaller): void {
    if (!this.#callers.delete(caller)) return;
    if (this.#callers.size > 0) {
      // The remaining callers might have a longer `every`.
      if (this.#timer !== undefined) this.#afterwards(() => undefined);
      return;
    }
    this.#callOff();
    this.#tab?.removeEventListener('visibilitychange', this.#onVisibility);
    this.#closeDoor();
    this.#inFlight?.abort();
  }

  get #isHidden(): boolean {
    return this.#tab?.visibilityState === 'hidden';
  }

  /** Whether every caller wants the poll to pause while the tab is hidden. */
  get #pausesWhenHidden(): boolean {
    return ![...this.#callers].some(({ settings }) => settings.inBackground);
  }

  readonly #onVisibility = (): void => {
    if (this.#isHidden === this.#isTabHidden) return;
    this.#isTabHidden = this.#isHidden;
    if (!this.#isTabHidden && this.#pausesWhenHidden) this.#pace.skipWait();
    this.#schedule();
  };

  #callOff(): void {
    systemClock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Runs a task in a microtask and then reschedules the request. All callers that join get the last Result first. Some
   * leave when they have it, so the others keep their own `every`.
   */
  #afterwards(task: () => void): void {
    this.#tasks += 1;
    void Promise.resolve().then(() => {
      task();
      this.#tasks -= 1;
      if (this.#tasks === 0) this.#schedule();
    });
  }

  #schedule(): void {
    this.#callOff();
    if (this.#inFlight || this.#callers.size === 0) return;
    const timeLeft = this.#pace.timeLeft([...this.#callers]);
    if (timeLeft <= 0) void this.#ask();
    else this.#timer = systemClock.setTimeout(() => void this.#ask(), timeLeft);
  }

  async #ask(): Promise<void> {
    this.#timer = undefined;
    this.#isTabHidden = this.#isHidden;
    // The request is rescheduled when the tab is shown or a caller with `inBackground` joins.
    if (this.#isTabHidden && this.#pausesWhenHidden) return;
    if (this.#key !== undefined && this.#request.currentKey !== this.#key) this.#partFromOthers();
    if (this.#callers.size === 0) return;
    this.#inFlight = new AbortController();
    const result = await this.#request.ask({
      signal: this.#inFlight.signal,
      origin: { type: 'poll', poll: this.#number },
      onSend: (request) => (this.#newest = request),
    });
    // Keep only its name and count: the request itself can be large.
    this.#sent = this.sent;
    this.#newest = undefined;
    this.#lastAnswer = result;
    this.#deliver(result, [...this.#callers]);
    this.#pace.noteAnswer(result, [...this.#callers]);
    // Reset only after the callbacks: a caller that joins in a callback must not start a request immediately.
    this.#inFlight = undefined;
    this.#schedule();
  }

  /** The request has changed: callers that joined for the previous one move to another poll. */
  #partFromOthers(): void {
    this.#closeDoor();
    for (const caller of [...this.#callers]) {
      if (caller.request === this.#request) continue;
      this.leave(caller);
      caller.changePoll();
    }
  }

  #deliver(result: Result<unknown>, callers: readonly PollCaller[]): void {
    for (const caller of callers) {
      // A previous callback might have stopped this caller.
      if (this.#callers.has(caller)) caller.receive(this.#key === undefined ? result : copyOf(result));
    }
  }
}

/** The shared polls, by group and key. */
const SHARED_POLLERS = /* @__PURE__ */ new WeakMap<object, Map<string, Poller>>();

/**
 * Returns the poll with the same key, or a new one. A poll is removed when its last caller leaves.
 *
 * @param key Key of the request; undefined for a poll that isn't shared.
 */
export function findPoller(request: PollRequest, key: string | undefined): Poller {
  if (key === undefined) return new Poller(request, key, () => undefined);
  const { group } = request.target;
  const pollers = SHARED_POLLERS.get(group) ?? new Map<string, Poller>();
  SHARED_POLLERS.set(group, pollers);
  const found = pollers.get(key);
  if (found) return found;
  const poller: Poller = new Poller(request, key, () => {
    if (pollers.get(key) === poller) pollers.delete(key);
  });
  pollers.set(key, poller);
  return poller;
}
