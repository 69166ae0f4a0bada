import type { Inspector } from '../../features/inspect/inspector.js';
import type { SeenCall } from '../../features/inspect/seen-call.js';
import type { Outgoing } from './node-api.js';

/** How long changes are gathered before they are told, in milliseconds. */
const GATHERED = 50;

/** How many characters of calls one message has, and one call more: bodies may be large. */
const AT_ONCE = 1_000_000;

/**
 * Tells one page of all calls, then of those that change, as server-sent events: `all` first, which begins anew, then
 * `some`. Each has the `calls`, and the `oldest` that is kept: those before it are forgotten. A page that
 * reads slowly is told less often, of each call as it is by then: no more calls wait for it than are kept.
 */
export function feed(seen: Inspector, response: Outgoing): void {
  const changed = new Set<SeenCall>(seen.calls);
  let event = 'all';
  let isDue = false;
  let isOpen = true;

  let goOn: () => void = () => undefined;
  const drained = (): Promise<void> => new Promise((resolve) => (goOn = resolve));
  /** The next calls as JSON, up to a size. */
  const nextCalls = (): string => {
    const texts: string[] = [];
    let size = 0;
    for (const call of changed) {
      changed.delete(call);
      const text = JSON.stringify(call);
      texts.push(text);
      size += text.length;
      if (size > AT_ONCE) break;
    }
    return texts.join();
  };
  const tell = async (): Promise<void> => {
    do {
      const oldest = String(seen.calls[0]?.id ?? null);
      const isTaken = response.write(
        `event: ${event}\ndata: {"calls":[${nextCalls()}],"oldest":${oldest}}\n\n`,
      );
      event = 'some';
      if (!isTaken) await drained();
    } while (changed.size > 0 && isOpen);
    isDue = false;
  };
  /** What can't be told ends the connection; the page asks anew. */
  const give = (): void => response.end();
  const stop = seen.subscribe((call) => {
    if (call) changed.add(call);
    else changed.clear();
    // More than are kept: some are forgotten, and a page that reads no more would keep them all.
    if (changed.size > seen.calls.length) {
      changed.clear();
      for (const kept of seen.calls) changed.add(kept);
    }
    if (isDue) return;
    isDue = true;
    setTimeout(() => void tell().catch(give), GATHERED);
  });
  response.on('drain', () => goOn());
  response.on('close', () => {
    isOpen = false;
    stop();
    goOn();
  });
  isDue = true;
  void tell().catch(give);
}
