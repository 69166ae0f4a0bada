import type { Inspector } from '../../features/inspect/inspector.js';
import type { SeenCall } from '../../features/inspect/seen-call.js';
import type { InspectorResponse } from './node-api.js';

/** Milliseconds to collect changes before they are sent. */
const GATHERED = 50;

/** Characters of calls after which a message ends. Bodies can be large. */
const AT_ONCE = 1_000_000;

/**
 * Sends all calls to one page, and then each call that changes, as server-sent events: first `all`, which
 * replaces the page's list, then `some`. Each event has `calls` and `oldest`, the id of the oldest call that
 * is kept. A slow page gets fewer events, with the current state of each call. The queue never contains more
 * calls than the inspector keeps.
 */
export function feed(seen: Inspector, response: InspectorResponse): void {
  const changed = new Set<SeenCall>(seen.calls);
  let event = 'all';
  let isDue = false;
  let isOpen = true;

  let goOn: () => void = () => undefined;
  const drained = (): Promise<void> => new Promise((resolve) => (goOn = resolve));
  /** Returns the next calls as JSON, up to the size limit. */
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
  /** If a call can't be sent, end the connection. The page reconnects. */
  const give = (): void => response.end();
  const stop = seen.subscribe((call) => {
    if (call) changed.add(call);
    else changed.clear();
    // Some queued calls are no longer kept. Queue only the kept calls, so that a stalled page doesn't hold
    // them all.
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
