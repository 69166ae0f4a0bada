/** How schemas are written. */
export interface SchemaOptions {
  /** What an integer of 64 bits is. JSON.parse rounds it beyond 2^53. */
  readonly int64: 'number' | 'string';
  /** Whether there are doc comments. */
  readonly docs: boolean;
}
