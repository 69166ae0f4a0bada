import { type Client, describeType, type ObserverHost, WATCH } from '../../core/internal.js';
import { CallWatch } from './call-watch.js';
import type { Observer } from './observer.js';

/** A registration of an observer; each `observe` call creates one. */
interface Attachment {
  readonly observer: Observer;
}

/** Throws a TypeError for a value that isn't an observer. */
function attach(owner: string, observer: Observer): Attachment {
  // Check for an object: every function has a method named `call`.
  if (typeof observer !== 'object' || typeof (observer as Partial<Observer> | null)?.call !== 'function')
    throw new TypeError(
      `${owner}: the observer is ${describeType(observer)}: pass an object with a \`call\` method.`,
    );
  return { observer };
}

/** An observer host with its attachments. Another copy of the package might have created it. */
type Watchers = ObserverHost & { readonly attachments?: readonly Attachment[] };

/** docs/reference/rules.md#observers */
function watchOf(attachments: readonly Attachment[]): Watchers {
  // Each observer is called once per call, even if it's attached several times.
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
 * Creates the value for `createApi({ observers })` and `createGraphQL({ observers })`. The observers see every call of
 * the client and of clients derived with `with()`.
 *
 * @throws TypeError for a value that isn't an observer.
 */
export function observers(...observers: Observer[]): ObserverHost {
  return watchOf(observers.map((observer) => attach('observers', observer)));
}

/**
 * Attaches an observer to a client and to all clients derived from it with `with()`, before or later. It sees calls
 * that start from now on.
 *
 * @param client A client from `createApi` or `createGraphQL`, or derived from one. Throws a TypeError for another
 * value.
 * @param observer Throws a TypeError for an invalid observer. It's notified of each call once, even if it's attached
 * several times.
 * @returns A function that detaches the observer. It sees later calls only if it's also attached elsewhere.
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
