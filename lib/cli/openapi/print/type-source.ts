import type { Side } from '../schema/side.js';

/** Where the types of schemas come from. */
export interface TypeSource {
  /**
   * The type of a schema; what it needs is declared at the end of the file.
   *
   * @param indent Of the line in which it begins. Default: none.
   */
  expression(schema: unknown, side: Side, pointer: string, indent?: string): string;
  /** A name for a type of our own that nothing else has. */
  reserve(name: string): string;
}
