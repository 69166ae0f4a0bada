import { contentKey } from '../cache/content-key.js';
import type { Poller } from './poller.js';

/** The shared polls, by what they ask. An entry is gone as soon as its last caller has left. */
export class PollRegistry {
  /** By client or function, weakly: a poll that runs is held by its timers. */
  readonly #polls = new WeakMap<object, Map<string, Poller>>();

  /**
   * The poll that asks the same thing; else a new one. What can't be compared (a `FormData`, a middleware) gets a
   * poll of its own.
   *
   * @param group Only polls of one group are ever shared.
   * @param asked Gives what is asked, each compared by content; throws for what can't be.
   */
  find(group: object, asked: () => readonly unknown[], create: (onEnd: () => void) => Poller): Poller {
    const key = keyOf(asked);
    if (key === undefined) return create(() => undefined);
    const polls = this.#polls.get(group) ?? new Map<string, Poller>();
    this.#polls.set(group, polls);
    const poller = polls.get(key) ?? create(() => polls.delete(key));
    polls.set(key, poller);
    return poller;
  }
}

const keyOf = (asked: () => readonly unknown[]): string | undefined => {
  try {
    return asked()
      .map((part) => contentKey(part, true))
      .join(' ');
  } catch {
    return undefined;
  }
};
