import { onAbort } from '../core/platform/abort.js';
import { setImmediate } from './node-api.js';

/** Something that may be over before its turn of the event loop is. */
interface Unsettled {
  turnEnded(): void;
}

let unsettled: Unsettled[] = [];

const tell = (): void => {
  const all = unsettled;
  unsettled = [];
  for (const each of all) each.turnEnded();
};

/**
 * Tells it when this turn of the event loop is over. A small answer comes and is read within one turn, so that what
 * is only needed for the others need not be made; one task serves all of a turn.
 */
export function atTurnEnd(each: Unsettled): void {
  if (unsettled.push(each) === 1) setImmediate(tell);
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

interface Owned {
  /** Ends it for its reader and its sender. */
  hangUp(reason: unknown): void;
}

/** Without it a connection would wait for ever for a reader that is gone. */
const UNREAD: FinalizationRegistry<Owned> = /* @__PURE__ */ new FinalizationRegistry((body) =>
  body.hangUp(new Error('The response was dropped before its body was read.')),
);

/** Hangs up on a body when its owner, who alone can still ask for it, is collected. */
export class OwnerWatch {
  readonly #body: Owned;
  #owner: object | undefined;
  #isRegistered = false;
  #isOver = false;

  constructor(body: Owned) {
    this.#body = body;
  }

  /** Takes the place of the owner before. */
  watch(owner: object): void {
    this.#unregister();
    if (this.#isOver) return;
    // Until the end of the turn it is kept alive: most bodies are here by then, and need no watch.
    if (!this.#owner) atTurnEnd(this);
    this.#owner = owner;
  }

  turnEnded(): void {
    if (!this.#owner) return;
    UNREAD.register(this.#owner, this.#body, this);
    this.#isRegistered = true;
    this.#owner = undefined;
  }

  /** The body is here, or is of use whoever is collected. */
  end(): void {
    this.#isOver = true;
    this.#owner = undefined;
    this.#unregister();
  }

  #unregister(): void {
    if (this.#isRegistered) UNREAD.unregister(this);
    this.#isRegistered = false;
  }
}
