import { hasWindow } from '../platform/has-window.js';

/** The edge to the tab: whether it is hidden, and word of it being shown. Nothing is ever hidden outside a browser. */
export class VisibilityGate {
  /** React Native has a window and no document. */
  readonly #document: Document | undefined = hasWindow() ? globalThis.document : undefined;
  readonly #onChange: () => void;

  /** @param onChange Called when the tab is hidden or shown, until `close()`. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#document?.addEventListener('visibilitychange', onChange);
  }

  get isHidden(): boolean {
    return this.#document?.visibilityState === 'hidden';
  }

  close(): void {
    this.#document?.removeEventListener('visibilitychange', this.#onChange);
  }
}
