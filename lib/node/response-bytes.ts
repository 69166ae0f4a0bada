/** The bytes of a response body, read in one way and by one reader. */
export interface ResponseBytes {
  /** The next piece; undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  /** All of them. */
  whole(): Promise<Uint8Array>;
  /** Nobody wants them any more. */
  cancel(reason?: unknown): void;
  /** Who has to be alive for the rest to be of use. */
  ownedBy(owner: object): void;
}
