/**
 * Something the caller gave can't become a request, so nothing is sent. The sentence names the thing that was
 * wrong and what to do about it, and never a param's value.
 */
export class Refusal extends TypeError {
  readonly #summary: string | undefined;

  /** @param summary The sentence for messages that get logged, where the full one quotes a URL. */
  constructor(message: string, summary?: string) {
    super(message);
    this.#summary = summary;
  }

  /** Safe on anything that can be thrown: `instanceof` would ask a revoked proxy for its prototype, which throws. */
  static is(value: unknown): value is Refusal {
    return typeof value === 'object' && value !== null && #summary in value;
  }

  get summary(): string {
    return this.#summary ?? this.message;
  }
}
