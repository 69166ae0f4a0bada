import { atTurnEnd } from './turn-end.js';

/** A body that someone has to be there for. */
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
