import type { Cutoff } from '../platform/cutoff.js';
import { AbortError, type Interruption } from '../platform/interruption.js';
import { quietly } from '../platform/quietly.js';
import { AttemptCutoff } from './attempt-cutoff.js';
import { Refusal } from '../result/refusal.js';
import type { ErrorResult } from '../result/result.js';
import type { CallRun } from './call-run.js';
import { type Facts, thrownAs } from './facts.js';
import type { BodyHolder } from './opened-bodies.js';
import type { SharedRequest } from './shared-request.js';

/** One sending of a call's request, and the reading of its answer. */
export class Attempt implements BodyHolder {
  readonly call: CallRun;
  /** Ends it before its time; undefined when nothing can. */
  readonly cutoff: Cutoff | undefined;
  /** How often it was handed to fetch: a plugin around the wire may send it more than once. */
  #sendings = 0;
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

  /** Whether it was handed to fetch, by this call or by the one whose request it shares. */
  get wasSent(): boolean {
    return this.#sendings > 0 || this.shared?.wasSent === true;
  }

  /** It is handed to fetch. */
  countSending(): void {
    this.#sendings += 1;
    this.call.request.countSending();
    if (this.shared) this.shared.wasSent = true;
  }

  /** Where fetch, or a decorator of it, has said itself that nothing went out, that sending counts for nothing. */
  takeBack(refused: unknown): void {
    if (this.#sendings === 0 || !Refusal.is(refused)) return;
    this.#sendings -= 1;
    this.call.request.takeBackSending();
    if (this.shared) this.shared.wasSent = this.#sendings > 0;
  }

  /** The Result of its failure: the call comes to it, should a later attempt be held back. */
  fail(facts: Facts, response: Response | null = null): ErrorResult<unknown> {
    return this.failedWith(this.call.fail(facts, response));
  }

  /** Notes that Result, unless the attempt was ended before: what fails then, fails for nobody. */
  failedWith(result: ErrorResult<unknown>): ErrorResult<unknown> {
    return this.cutoff?.interruption ? result : this.#note(result);
  }

  /** The Result of an attempt that was ended before its time. */
  endWith({ kind, reason }: Interruption): ErrorResult<unknown> {
    return this.#note(this.call.fail(thrownAs(kind, reason)));
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

  #note(result: ErrorResult<unknown>): ErrorResult<unknown> {
    if (this.wasSent) this.call.lastFailure = result;
    return result;
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
