import type { Ticket } from './quota.js';

/** The gate that a slot is of. */
interface SlotOwner {
  answered(slot: Slot, response: Pick<Response, 'status' | 'headers'>): void;
  refused(slot: Slot): void;
  left(slot: Slot): void;
}

/** A request's place among those that may be inside at once. */
export class Slot {
  readonly ticket: Ticket;
  readonly #gate: SlotOwner;
  #response: Response | undefined;
  #isFromElsewhere = false;
  #isOver = false;
  #endsWithAnswer = false;

  constructor(gate: SlotOwner, ticket: Ticket) {
    this.#gate = gate;
    this.ticket = ticket;
  }

  get isAnswered(): boolean {
    return this.#response !== undefined;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether it is this response that its request was answered with. */
  brought(response: Response | null | undefined): boolean {
    return response != null && this.#response === response;
  }

  /** @param isFromElsewhere Whether another service has answered than the one that was asked: what it says is about that. */
  answered(response: Response, isFromElsewhere: boolean): void {
    if (this.#isOver) return;
    this.#response = response;
    this.#isFromElsewhere = isFromElsewhere;
    this.#gate.answered(this, isFromElsewhere ? { status: 302, headers: new Headers() } : response);
    if (this.#endsWithAnswer) this.end();
  }

  /** The body of the answer says that there were too many requests. */
  refused(): void {
    if (!this.#isFromElsewhere) this.#gate.refused(this);
  }

  /** Gives it back. Twice does nothing. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#gate.left(this);
  }

  /** Gives it back as soon as the request is answered, which nobody waits for. */
  endWithAnswer(): void {
    if (this.isAnswered) this.end();
    else this.#endsWithAnswer = true;
  }
}
