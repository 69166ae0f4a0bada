const originOf = (url: string): string => {
  try {
    return new URL(url, (globalThis as { location?: { href?: string } }).location?.href).origin;
  } catch {
    return '';
  }
};

/** The origins that get a token: those that were named, else that of the first request. */
export class Origins {
  #known: readonly string[] | undefined;

  constructor(known: readonly string[] | undefined) {
    this.#known = known;
  }

  /** Throws for a request to another one, naming both. */
  check(url: string): void {
    const origin = originOf(url);
    this.#known ??= [origin];
    if (this.#known.includes(origin)) return;
    throw new TypeError(
      `The token is for ${this.#known.join(', ')}, and the request goes to ${origin || 'no origin'}: name it in AuthPlugin({ origins }), or leave such calls out by appliesTo().`,
    );
  }
}
