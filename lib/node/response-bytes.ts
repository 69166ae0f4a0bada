/** The bytes of a response body, read in one way and by one reader. */
export interface ResponseBytes {
  /** Why no more will come, when that is not the end. */
  readonly failure: { readonly reason: unknown } | undefined;
  /** The next piece; undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  /** All of them. Whoever waits for them needs to hold nothing else. */
  whole(): Promise<Uint8Array>;
  /** Nobody wants them any more. */
  cancel(reason?: unknown): void;
  /** Called once, when they fail while nobody waits for a piece. */
  whenFailed(listener: (reason: unknown) => void): void;
  /** Who has to be alive for the rest to be of use, until someone reads the whole. */
  ownedBy(owner: object): void;
}
