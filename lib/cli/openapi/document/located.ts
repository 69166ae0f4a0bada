/** A value of the document, and where it stands. */
export interface Located {
  readonly value: unknown;
  readonly pointer: string;
}
