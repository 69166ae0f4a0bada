import { WATCH, type Watchable } from '../../core/client/copyable.js';
import { describeType } from '../../core/platform/describe-type.js';
import type { Observer } from './observer.js';
import { Watchers } from './watch.js';

/** Of another copy of the package too. */
const observersOf = (watch: Partial<Watchers> | undefined): readonly Observer[] => watch?.observers ?? [];

/**
 * Lets an observer see the calls of a client from now on, and those of all its copies, earlier ones too.
 *
 * @param client What `createApi` or `createGraphQL` returned, or a copy of it. Throws a TypeError for anything else.
 * @returns What lets it see no further call.
 */
export function observe(client: object, observer: Observer): () => void {
  const slot = (client as Partial<Watchable> | null)?.[WATCH];
  if (!slot)
    throw new TypeError(`observe was given ${describeType(client)}: pass a client that createApi returned.`);
  slot.watch = new Watchers([...observersOf(slot.watch), observer]);
  return () => {
    const left = observersOf(slot.watch).filter((other) => other !== observer);
    slot.watch = left.length > 0 ? new Watchers(left) : undefined;
  };
}
