import type { Inspector, SeenCall } from '../../inspect.js';
import type { Outgoing } from './node-api.js';

/** How long changes are gathered before they are told, in milliseconds. */
const GATHERED = 50;

/** How many calls one message tells of at most: bodies may be large. */
const AT_ONCE = 50;

/** What is told: the calls that changed, and the oldest that is kept; those before it are forgotten. */
export interface Told {
  readonly calls: readonly SeenCall[];
  readonly oldest: number | null;
}

/**
 * Tells one page of all calls, then of those that change, as server-sent events: `all` first, which begins anew, then
 * `some`. A page that reads slowly is told less often, of each call as it is by then; nothing piles up.
 */
export function feed(seen: Inspector, response: Outgoing): void {
  const changed = new Set<SeenCall>(seen.calls);
  let event = 'all';
  let isDue = false;
  let isOpen = true;

  let goOn: () => void = () => undefined;
  const drained = (): Promise<void> => new Promise((resolve) => (goOn = resolve));
  const tell = async (): Promise<void> => {
    do {
      const calls = [...changed].slice(0, AT_ONCE);
      for (const call of calls) changed.delete(call);
      const told: Told = { calls, oldest: seen.calls[0]?.id ?? null };
      const isTaken = response.write(`event: ${event}\ndata: ${JSON.stringify(told)}\n\n`);
      event = 'some';
      if (!isTaken) await drained();
    } while (changed.size > 0 && isOpen);
    isDue = false;
  };
  const stop = seen.subscribe((call) => {
    if (call) changed.add(call);
    else changed.clear();
    if (isDue) return;
    isDue = true;
    setTimeout(() => void tell(), GATHERED);
  });
  response.on('drain', () => goOn());
  response.on('close', () => {
    isOpen = false;
    stop();
    goOn();
  });
  isDue = true;
  void tell();
}
