import { onAbort } from '../core/platform/time.js';
import { setImmediate } from './node-api.js';

/** An object that can settle before the current turn of the event loop ends. */
interface Unsettled {
  /** Whether `turnEnded` must still be called. */
  readonly isUnsettled: boolean;
  turnEnded(): void;
}

let unsettled: Unsettled[] = [];

const tell = (): void => {
  const all = unsettled;
  unsettled = [];
  for (const each of all) each.turnEnded();
};

const NOW: Promise<void> = /* @__PURE__ */ Promise.resolve();

/**
 * Most objects have settled by now, for example a response that arrived in one chunk. Only the others need
 * another turn of the event loop.
 */
const tellLater = (): void => {
  if (unsettled.some((each) => each.isUnsettled)) setImmediate(tell);
  else unsettled = [];
};

/**
 * Calls `turnEnded` after the current turn of the event loop. A small response arrives and is read within one
 * turn, so it skips work that only longer responses need. One task serves all objects of a turn.
 */
export function atTurnEnd(each: Unsettled): void {
  if (unsettled.push(each) === 1) void NOW.then(tellLater);
}

interface Abortable {
  abort(reason: unknown): void;
}

const FORGOTTEN: FinalizationRegistry<() => void> = /* @__PURE__ */ new FinalizationRegistry((ignore) =>
  ignore(),
);

/** Forwards the abort of a signal to a call until the watch ends. */
export class SignalWatch {
  readonly #signal: AbortSignal;
  #ignore: () => void;
  #isLoose = false;

  constructor(signal: AbortSignal, target: Abortable) {
    this.#signal = signal;
    this.#ignore = onAbort(signal, () => target.abort(signal.reason));
  }

  /**
   * Stops the signal from keeping the target alive. A signal can live as long as the application, and an
   * unread response must be collectable.
   */
  loosen(target: Abortable): void {
    this.#ignore();
    const signal = this.#signal;
    const ref = new WeakRef(target);
    this.#ignore = onAbort(signal, () => ref.deref()?.abort(signal.reason));
    this.#isLoose = true;
    FORGOTTEN.register(target, this.#ignore, this);
  }

  end(): void {
    this.#ignore();
    if (this.#isLoose) FORGOTTEN.unregister(this);
  }
}

/** Without this registry, a connection would wait indefinitely for a reader that was garbage-collected. */
const UNREAD: FinalizationRegistry<OwnedBody> = /* @__PURE__ */ new FinalizationRegistry((body) =>
  body.closeConnection(new Error('The response was discarded unread.')),
);

/**
 * A body whose connection is closed when its owner is garbage-collected. Only the owner can still read the
 * body.
 */
export abstract class OwnedBody {
  #newOwner: object | undefined;
  #isWatched = false;
  #isFree = false;

  /** Ends the body for its reader and closes the connection. */
  abstract closeConnection(reason: unknown): void;

  /** Sets the owner, which replaces the previous owner. */
  ownedBy(owner: object): void {
    this.#unwatch();
    if (this.#isFree) return;
    // Keep the owner alive until the turn ends: most bodies have arrived by then and need no finalizer.
    if (!this.#newOwner) atTurnEnd(this);
    this.#newOwner = owner;
  }

  get isUnsettled(): boolean {
    return this.#newOwner !== undefined;
  }

  turnEnded(): void {
    if (!this.#newOwner) return;
    UNREAD.register(this.#newOwner, this, this);
    this.#isWatched = true;
    this.#newOwner = undefined;
  }

  /** Removes the finalizer: the body has arrived, or is needed even without its owner. */
  protected freed(): void {
    this.#isFree = true;
    this.#newOwner = undefined;
    this.#unwatch();
  }

  #unwatch(): void {
    if (this.#isWatched) UNREAD.unregister(this);
    this.#isWatched = false;
  }
}
