import { describeType, WATCH, type Watchable } from '../../core/seats.js';
import type { Observer } from './observer.js';
import { type Attachment, attach, Watchers } from './watch.js';

/** Of another copy of the package too. */
const attachmentsOf = (watch: Partial<Watchers> | undefined): readonly Attachment[] =>
  watch?.attachments ?? [];

/**
 * Lets an observer see the calls of a client from now on, and those of all its copies, earlier ones too. A call that is
 * under way is seen by those who saw its beginning.
 *
 * @param client What `createApi` or `createGraphQL` returned, or a copy of it. Throws a TypeError for anything else.
 * @param observer Throws a TypeError for what is none. One that is attached several times is told of a call once.
 * @returns What detaches it again: it sees no further call, unless it is attached elsewhere too.
 */
export function observe(client: object, observer: Observer): () => void {
  const slot = (client as Partial<Watchable> | null)?.[WATCH];
  if (!slot)
    throw new TypeError(`observe was given ${describeType(client)}: pass a client that createApi returned.`);
  const attachment = attach('observe', observer);
  slot.watch = new Watchers([...attachmentsOf(slot.watch), attachment]);
  return () => {
    const left = attachmentsOf(slot.watch).filter((other) => other !== attachment);
    slot.watch = left.length > 0 ? new Watchers(left) : undefined;
  };
}
