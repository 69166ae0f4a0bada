import { onAbort } from '../core/platform/time.js';
import { setImmediate } from './node-api.js';

/** Something that may be over before its turn of the event loop is. */
interface Unsettled {
  /** Whether it still has to be told. */
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

/** Most are over by now: an answer that came in one piece is. For them the event loop makes no turn of its own. */
const tellLater = (): void => {
  if (unsettled.some((each) => each.isUnsettled)) setImmediate(tell);
  else unsettled = [];
};

/**
 * Tells it when this turn of the event loop is over. A small answer comes and is read within one turn, so that what
 * is only needed for the others need not be made; one task serves all of a turn.
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

/** Hands the abort of a signal on to a call, for as long as there is something to abort. */
export class SignalWatch {
  readonly #signal: AbortSignal;
  #ignore: () => void;
  #isLoose = false;

  constructor(signal: AbortSignal, target: Abortable) {
    this.#signal = signal;
    this.#ignore = onAbort(signal, () => target.abort(signal.reason));
  }

  /**
   * From now on the signal does not keep the target alive: a signal may live as long as the application, and a
   * response that nobody reads must not.
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

/** Without it a connection would wait for ever for a reader that is gone. */
const UNREAD: FinalizationRegistry<OwnedBody> = /* @__PURE__ */ new FinalizationRegistry((body) =>
  body.hangUp(new Error('The response was discarded unread.')),
);

/** A body that is hung up on when its owner, who alone can still ask for it, is collected. */
export abstract class OwnedBody {
  #newOwner: object | undefined;
  #isWatched = false;
  #isFree = false;

  /** Ends it for its reader and its sender. */
  abstract hangUp(reason: unknown): void;

  /** Takes the place of the owner before. */
  ownedBy(owner: object): void {
    this.#unwatch();
    if (this.#isFree) return;
    // Until the end of the turn it is kept alive: most bodies are here by then, and need no watch.
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

  /** The body is here, or is of use whoever is collected. */
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
