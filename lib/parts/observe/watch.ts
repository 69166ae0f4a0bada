import { type CallFacts, describeType, type Watch, type WatchedCall } from '../../core/seats.js';
import { CallWatch } from './call-watch.js';
import type { Observer } from './observer.js';

/** That an observer sees calls: each time that it is attached is one of these. */
export interface Attachment {
  readonly observer: Observer;
}

/** Throws a TypeError for what is no observer. */
export function attach(owner: string, observer: Observer): Attachment {
  // Every function has a method of that name.
  if (typeof observer !== 'object' || typeof (observer as Partial<Observer> | null)?.call !== 'function')
    throw new TypeError(
      `${owner} was given ${describeType(observer)} as an observer: pass an object with a method \`call\`.`,
    );
  return { observer };
}

/** Those who watch a client's calls. docs/reference/rules.md#observers */
export class Watchers implements Watch {
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
