import {
  type CallFacts,
  describeType,
  type Watch,
  WATCH,
  type Watchable,
  type WatchedCall,
} from '../../core/seats.js';
import { CallWatch } from './call-watch.js';
import type { Observer } from './observer.js';

/** That an observer sees calls: each time that it is attached is one of these. */
interface Attachment {
  readonly observer: Observer;
}

/** Throws a TypeError for what is no observer. */
function attach(owner: string, observer: Observer): Attachment {
  // Every function has a method of that name.
  if (typeof observer !== 'object' || typeof (observer as Partial<Observer> | null)?.call !== 'function')
    throw new TypeError(
      `${owner} was given ${describeType(observer)} as an observer: pass an object with a method \`call\`.`,
    );
  return { observer };
}

/** Those who watch a client's calls. docs/reference/rules.md#observers */
class Watchers implements Watch {
  readonly attachments: readonly Attachment[];
  readonly #observers: readonly Observer[];

  constructor(attachments: readonly Attachment[]) {
    this.attachments = attachments;
    // However often one is attached, a call is told to it once.
    this.#observers = [...new Set(attachments.map(({ observer }) => observer))];
  }

  begin(call: CallFacts, client: string | undefined): WatchedCall | undefined {
    const watched = new CallWatch(call, client, this.#observers);
    return watched.isSeen ? watched : undefined;
  }
}

/**
 * Observers as `createApi({ watch })` and `createGraphQL({ watch })` take them: each sees every call of the client and
 * its copies.
 *
 * @throws TypeError for what is no observer.
 */
export function watch(...observers: Observer[]): Watch {
  return new Watchers(observers.map((observer) => attach('watch', observer)));
}

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
