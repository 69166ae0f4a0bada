/** Carries what was thrown while a request was made, together with the URL as far as it had been built by then. */
export class NotSent extends Error {
  readonly #url: string;

  constructor(cause: unknown, url: string) {
    super('The request could not be made.', { cause });
    this.#url = url;
  }

  /** Safe on anything that can be thrown, as `Refusal.is`. */
  static is(value: unknown): value is NotSent {
    return typeof value === 'object' && value !== null && #url in value;
  }

  get url(): string {
    return this.#url;
  }
}
