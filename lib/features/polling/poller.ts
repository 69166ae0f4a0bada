import { hasWindow, MAX_DELAY, randomBetween, type Result, systemClock } from '../../core/internal.js';
import { copyData } from '../cache-keys/copy-data.js';
import { retryAfter } from '../backoff/retry-after.js';
import type { PollSettings } from './poll-options.js';
import type { PollRequest } from './poll-request.js';
import type { NamedRequest } from './target.js';

/** The time from an answer to the next request, from what the callers want and how it went. All in milliseconds. */
class PollSchedule {
  /** How many of the newest answers, in a row, were failures. */
  #failures = 0;
  /** When the newest answer came, by the clock's ticks. Before the first one a request is due at once. */
  #answeredAt = -Infinity;
  /** From the newest answer to the next request, as those who had the answer want it. */
  #wait = 0;
  /** The part of the wait that the server asked for. */
  #waitForServer = 0;

  /** Notes an answer, and how long those who are left are to wait for the next. */
  noteAnswer({ error }: Result<unknown>, callers: readonly PollCaller[]): void {
    // The longest timer, where all who are left want this answer alone, and are about to leave.
    const every = Math.min(MAX_DELAY, ...callers.map(({ settings }) => settings.every));
    const cap = Math.max(every, Math.min(...callers.map(({ settings }) => settings.maxEvery)));
    const { status, headers } = error ?? {};
    const askedFor = status === 429 || status === 503 ? retryAfter(headers, systemClock.now()) : 0;
    this.#failures = error ? this.#failures + 1 : 0;
    this.#answeredAt = systemClock.ticks();
    this.#waitForServer = Math.min(askedFor ?? 0, cap);
    // Without a failure both ends are `every`.
    this.#wait = Math.max(
      randomBetween(every, Math.min(every * 2 ** this.#failures, cap)),
      this.#waitForServer,
    );
  }

  /** Waits no longer than the server asked for. */
  skipWait(): void {
    this.#wait = this.#waitForServer;
  }

  /**
   * How long it is to the next request; 0 or less when that is due. A caller with a shorter `every` doesn't wait out a
   * longer wait, as long as it is there; one that follows a failure stays.
   */
  timeLeft(callers: readonly PollCaller[]): number {
    const wants = this.#failures === 0 ? callers.map(({ settings }) => settings.every) : [];
    return Math.ceil(this.#answeredAt + Math.min(this.#wait, ...wants) - systemClock.ticks());
  }
}

/** A call of `poll` or `pollUntil`, which gets the answers of a poll. */
export interface PollCaller {
  readonly question: PollRequest;
  readonly settings: PollSettings;
  /** Joins the poll that asks what it asks by now: the one that it is on asks something else. */
  changePoll(): void;
  /** Gets every answer. Never throws. */
  receive(result: Result<unknown>): void;
}

/** An answer for one of several callers, with data of its own. */
const copyOf = (result: Result<unknown>): Result<unknown> =>
  result.error ? { ...result } : { ...result, data: copyData(result.data) };

/** The tab that a poll pauses with. React Native has a window and no document; a server's document is no tab. */
const currentTab = (): Document | undefined => {
  const { document } = globalThis as { document?: Partial<Document> };
  // One that can take no listener would never tell that it is shown again.
  return hasWindow() && typeof document?.addEventListener === 'function' ? (document as Document) : undefined;
};

let polls = 0;

/**
 * One poll and its callers: asks, hands the answer to every caller, waits, asks again. Never two requests in flight;
 * no request starts while the tab is hidden, unless a caller wants that.
 */
export class Poller {
  /** For observers; counts up over all polls. */
  readonly #number = (polls += 1);
  readonly #question: PollRequest;
  readonly #key: string | undefined;
  readonly #closeDoor: () => void;
  readonly #callers = new Set<PollCaller>();
  readonly #pace = new PollSchedule();
  readonly #tab = currentTab();
  /** As it was last seen. */
  #isTabHidden: boolean;
  #lastAnswer: Result<unknown> | undefined;
  /** The last request of the answers that have come, with how many were sent for them; and that in flight. */
  #sent: NamedRequest | undefined;
  #newest: NamedRequest | undefined;
  /** Of the request in flight. */
  #inFlight: AbortController | undefined;
  #timer: unknown;
  /** How many wait for their microtask. */
  #tasks = 0;

  /**
   * @param key What all callers of this poll asked, as text; undefined for a poll with one caller only.
   * @param closeDoor Called when it may be joined no more; maybe more than once.
   */
  constructor(question: PollRequest, key: string | undefined, closeDoor: () => void) {
    this.#question = question;
    this.#key = key;
    this.#closeDoor = closeDoor;
    this.#isTabHidden = this.#isHidden;
    this.#tab?.addEventListener('visibilitychange', this.#onVisibility);
  }

  /** The newest request that was about to be sent, and how many were by now. */
  get sent(): NamedRequest | undefined {
    const newest = this.#newest;
    if (!newest) return this.#sent;
    const { method, url, attempts = 0 } = newest;
    return { method, url, attempts: attempts + (this.#sent?.attempts ?? 0) };
  }

  /** Lets a caller in: it gets the newest answer in a microtask, if there is one, and then every further one. */
  join(caller: PollCaller): void {
    this.#callers.add(caller);
    const last = this.#lastAnswer;
    if (!last) {
      this.#schedule();
      return;
    }
    this.#afterwards(() => {
      // A newer one that came meanwhile went to this caller too.
      if (this.#lastAnswer === last) this.#deliver(last, [caller]);
    });
  }

  /** Lets a caller go; the last one takes the request in flight along. */
  leave(caller: PollCaller): void {
    if (!this.#callers.delete(caller)) return;
    if (this.#callers.size > 0) {
      // Those who stay may have a longer pace.
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
   * In a microtask, and then schedules the request anew: not before all who joined have the last answer, with which, or
   * at once, some may leave again, so that those who stay keep their pace.
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
    // When the tab is shown, or a caller joins who goes on in the background, that schedules the request anew.
    if (this.#isTabHidden && this.#pausesWhenHidden) return;
    if (this.#key !== undefined && this.#question.currentKey !== this.#key) this.#partFromOthers();
    if (this.#callers.size === 0) return;
    this.#inFlight = new AbortController();
    const result = await this.#question.ask({
      signal: this.#inFlight.signal,
      origin: { type: 'poll', poll: this.#number },
      onSend: (request) => (this.#newest = request),
    });
    // Only what it was called: the request itself may be large.
    this.#sent = this.sent;
    this.#newest = undefined;
    this.#lastAnswer = result;
    this.#deliver(result, [...this.#callers]);
    this.#pace.noteAnswer(result, [...this.#callers]);
    // Not before: one that joins in a callback is not to ask at once.
    this.#inFlight = undefined;
    this.#schedule();
  }

  /** The question has changed: those who joined for what was asked before go elsewhere. */
  #partFromOthers(): void {
    this.#closeDoor();
    for (const caller of [...this.#callers]) {
      if (caller.question === this.#question) continue;
      this.leave(caller);
      caller.changePoll();
    }
  }

  #deliver(result: Result<unknown>, callers: readonly PollCaller[]): void {
    for (const caller of callers) {
      // One that a callback before it has stopped gets nothing any more.
      if (this.#callers.has(caller)) caller.receive(this.#key === undefined ? result : copyOf(result));
    }
  }
}

/** The polls that are shared, by group and key. */
const SHARED_POLLERS = /* @__PURE__ */ new WeakMap<object, Map<string, Poller>>();

/**
 * The poll that asks the same thing; else a new one. A poll whose last caller has left is found no more.
 *
 * @param key What is asked, as text; undefined for a poll that is not shared.
 */
export function findPoller(question: PollRequest, key: string | undefined): Poller {
  if (key === undefined) return new Poller(question, key, () => undefined);
  const { group } = question.target;
  const pollers = SHARED_POLLERS.get(group) ?? new Map<string, Poller>();
  SHARED_POLLERS.set(group, pollers);
  const found = pollers.get(key);
  if (found) return found;
  const poller: Poller = new Poller(question, key, () => {
    if (pollers.get(key) === poller) pollers.delete(key);
  });
  pollers.set(key, poller);
  return poller;
}
