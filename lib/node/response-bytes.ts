/** The bytes of a response body, read in one way and by one reader. */
export interface ResponseBytes {
  /** How many have been handed out. */
  readonly size: number;
  /** Whether nothing is left to read, for whatever reason. */
  readonly isOver: boolean;
  /** Whether they were read to their end. */
  readonly isComplete: boolean;
  /** Why no more will come, when that is not the end. */
  readonly failure: { readonly reason: unknown } | undefined;
  /** The next piece; undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  /** All of them. Whoever waits for them needs to hold nothing else. */
  whole(): Promise<Uint8Array>;
  /** Nobody wants them any more. */
  cancel(reason?: unknown): void;
  /** The rest is lost: whoever reads gets the reason. */
  fail(reason: unknown): void;
  /** Called once, when they fail while nobody waits for a piece. */
  whenFailed(listener: (reason: unknown) => void): void;
  /** Who has to be alive for the rest to be of use, until someone reads the whole. */
  ownedBy(owner: object): void;
}
