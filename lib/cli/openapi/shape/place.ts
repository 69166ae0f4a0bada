import type { Located } from '../document/json-document.js';
import type { Side, Subject } from '../schema/keywords.js';

/** Where a schema is read. */
export interface Place {
  readonly side: Side;
  /** The declaration that contains the schema. */
  readonly owner: Subject;
  readonly inAllOf: boolean;
  readonly inherits: boolean;
  readonly depth: number;
  /** Enclosing schemas of the same value; `required` can name their fields. */
  readonly around: readonly Located[];
  /** Types of an enclosing schema. */
  readonly types: readonly string[];
}

/** Returns the place of a schema without an enclosing schema of the same value. */
export const placeOf = (owner: Subject, side: Side): Place => ({
  side,
  owner,
  inAllOf: false,
  inherits: true,
  depth: 0,
  around: [],
  types: [],
});
