/** The other end of an incoming body. */
export interface Wire {
  /** What the response says of its length. */
  readonly declaredLength: number | undefined;
  abort(reason: unknown): void;
  resume(): void;
  /** Nothing more will come, and nothing that came is left. */
  finished(): void;
}
