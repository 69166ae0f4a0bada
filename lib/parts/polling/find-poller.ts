import { Poller } from './poller.js';
import type { Question } from './question.js';

/** The polls that are shared, by group and key. Weakly: a poll that runs is held by its timers. */
const SHARED_POLLERS = /* @__PURE__ */ new WeakMap<object, Map<string, Poller>>();

/**
 * The poll that asks the same thing; else a new one. Nobody finds a poll any more as soon as its last caller has left.
 *
 * @param key What is asked, as text; undefined for a poll that is not shared.
 */
export function findPoller(question: Question, key: string | undefined): Poller {
  if (key === undefined) return new Poller(question, key, () => undefined);
  const pollers = SHARED_POLLERS.get(question.group) ?? new Map<string, Poller>();
  SHARED_POLLERS.set(question.group, pollers);
  const found = pollers.get(key);
  if (found) return found;
  const poller: Poller = new Poller(question, key, () => {
    if (pollers.get(key) === poller) pollers.delete(key);
  });
  pollers.set(key, poller);
  return poller;
}
