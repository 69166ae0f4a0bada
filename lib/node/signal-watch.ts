import { abortReason } from '../core/platform/foreign-signal.js';
import { onAbort } from '../core/platform/on-abort.js';

/** What an abort ends. */
export interface Abortable {
  abort(reason: unknown): void;
}

const FORGOTTEN: FinalizationRegistry<() => void> = /* @__PURE__ */ new FinalizationRegistry((ignore) =>
  ignore(),
);

/** The reason of a signal; polyfills of AbortController have none. */
export const reasonOf = (signal: AbortSignal): unknown => {
  const reason = abortReason(signal);
  return reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
};

const weakly = (signal: AbortSignal, target: Abortable): (() => void) => {
  const ref = new WeakRef(target);
  return onAbort(signal, () => ref.deref()?.abort(reasonOf(signal)));
};

/** Hands the abort of a signal on to a call, for as long as there is something to abort. */
export class SignalWatch {
  readonly #signal: AbortSignal;
  #ignore: () => void;
  #isLoose = false;

  constructor(signal: AbortSignal, target: Abortable) {
    this.#signal = signal;
    this.#ignore = onAbort(signal, () => target.abort(reasonOf(signal)));
  }

  /**
   * From now on the signal does not keep the target alive: a signal may live as long as the application, and a
   * response that nobody reads must not.
   */
  loosen(target: Abortable): void {
    this.#ignore();
    this.#ignore = weakly(this.#signal, target);
    this.#isLoose = true;
    FORGOTTEN.register(target, this.#ignore, this);
  }

  end(): void {
    this.#ignore();
    if (this.#isLoose) FORGOTTEN.unregister(this);
  }
}
