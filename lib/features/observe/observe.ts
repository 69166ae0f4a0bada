import { type Client, describeType, type ObserverHost, WATCH } from '../../core/internal.js';
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
      `${owner}: the observer is ${describeType(observer)}: pass an object with a \`call\` method.`,
    );
  return { observer };
}

/** A watch, and who was attached to it; one of another copy of the package too. */
type Watchers = ObserverHost & { readonly attachments?: readonly Attachment[] };

/** docs/reference/rules.md#observers */
function watchOf(attachments: readonly Attachment[]): Watchers {
  // However often one is attached, a call is told to it once.
  const observers = [...new Set(attachments.map(({ observer }) => observer))];
  return {
    attachments,
    begin: (call, client) => {
      const watched = new CallWatch(call, client, observers);
      return watched.isSeen ? watched : undefined;
    },
  };
}

/**
 * Observers as `createApi({ watch })` and `createGraphQL({ watch })` take them: each sees every call of the client and
 * its copies.
 *
 * @throws TypeError for what is no observer.
 */
export function observers(...observers: Observer[]): ObserverHost {
  return watchOf(observers.map((observer) => attach('observers', observer)));
}

/**
 * Lets an observer see the calls of a client from now on, and those of all its copies, earlier ones too. A call that is
 * under way is seen by those who saw its beginning.
 *
 * @param client What `createApi` or `createGraphQL` returned, or a copy of it. Throws a TypeError for anything else.
 * @param observer Throws a TypeError for what is none. One that is attached several times is told of a call once.
 * @returns What detaches it again: it sees no further call, unless it is attached elsewhere too.
 */
export function observe(client: object, observer: Observer): () => void {
  const slot = (client as Partial<Client> | null)?.[WATCH];
  if (!slot) throw new TypeError(`observe got ${describeType(client)}: pass a client from createApi.`);
  const attachment = attach('observe', observer);
  const attached = (): readonly Attachment[] => (slot.watch as Watchers | undefined)?.attachments ?? [];
  slot.watch = watchOf([...attached(), attachment]);
  return () => {
    const left = attached().filter((other) => other !== attachment);
    slot.watch = left.length > 0 ? watchOf(left) : undefined;
  };
}
