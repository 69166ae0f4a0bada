import type { Cutoff } from '../platform/cutoff.js';
import { AbortError } from '../platform/interruption.js';
import { quietly } from '../platform/quietly.js';
import { AttemptCutoff } from './attempt-cutoff.js';
import type { CallRun } from './call-run.js';
import type { BodyHolder } from './opened-bodies.js';
import type { SharedRequest } from './shared-request.js';

/** One sending of a call's request, and the reading of its answer. */
export class Attempt implements BodyHolder {
  readonly call: CallRun;
  /** Ends it before its time; undefined when nothing can. */
  readonly cutoff: Cutoff | undefined;
  /** The request that it waits for together with other calls. */
  shared: SharedRequest | undefined;
  /** Whether what it failed with is no failure of the shared request: another caller's schema may accept the data. */
  failedAlone = false;
  /** Lets go of the call's signal and deadline, which hold as long as the body is open. */
  #letGo: (() => void) | undefined;

  constructor(call: CallRun, cutoff: Cutoff | undefined) {
    this.call = call;
    this.cutoff = cutoff;
  }

  /** Whether its body is still being read when the attempt is done. */
  get isOpen(): boolean {
    return this.#letGo !== undefined;
  }

  /** Notices what no event has told of yet: a deadline that passed while the thread was busy. */
  notice(): void {
    this.call.guard?.notice();
    if (this.cutoff instanceof AttemptCutoff) this.cutoff.notice();
  }

  open(): void {
    this.#letGo = this.call.guard?.keep();
  }

  close(): void {
    this.cutoff?.release();
    this.#letGo?.();
    this.#letGo = undefined;
  }

  hangUp(response: Response): void {
    // Both: some runtimes go on reading after one of the two alone.
    this.cutoff?.hangUp();
    void quietly(() => response.body?.cancel());
  }

  discard(response: Response): void {
    this.cutoff?.abort({
      kind: 'abort',
      reason: new AbortError('The call has another answer.'),
    });
    this.hangUp(response);
    this.close();
  }
}
