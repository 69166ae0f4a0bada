import { type Askable, Poller } from './poller.js';

/** The polls that are shared. By client or function, weakly: a poll that runs is held by its timers. */
const POLLERS = /* @__PURE__ */ new WeakMap<object, Map<string | symbol, Poller>>();

/**
 * The poll that asks the same thing; else a new one. An entry is gone as soon as its last caller has left.
 *
 * @param group Only polls of one group are ever shared.
 * @param key What is asked: equal for those who share a poll.
 */
export function findPoller(group: object, key: string | symbol, question: Askable): Poller {
  const pollers = POLLERS.get(group) ?? new Map<string | symbol, Poller>();
  POLLERS.set(group, pollers);
  const found = pollers.get(key);
  if (found) return found;
  const poller: Poller = new Poller(question, typeof key === 'string', () => {
    if (pollers.get(key) === poller) pollers.delete(key);
  });
  pollers.set(key, poller);
  return poller;
}
