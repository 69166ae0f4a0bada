import type { Located } from '../document/json-document.js';
import type { Expression } from '../print/typescript.js';
import type { Side } from './side.js';
import { type Subject, wholeOf } from './subject.js';

/** Where a schema is written. */
export interface Context {
  readonly side: Side;
  /** Of the line in which it begins. */
  readonly indent: string;
  /** What can't be known before this is. */
  readonly owner: Subject;
  readonly inAllOf: boolean;
  /** Whether the owner inherits from what is named: all between the two are `allOf`. */
  readonly inherits: boolean;
  /** How many schemas it stands in. */
  readonly depth: number;
  /** The schemas that hold of the same value: what its `required` may name. */
  readonly around: readonly Located[];
  /** What a schema around it says of its type. */
  readonly types: readonly string[];
  /** Whether an object has a line for each field, however short. */
  readonly open: boolean;
}

/** Writes a schema. */
export type Print = (schema: Located, context: Context) => Expression;

export function contextOf(owner: Subject, side: Side, indent = ''): Context {
  return {
    side,
    indent,
    owner,
    inAllOf: false,
    inherits: true,
    depth: 0,
    around: [],
    types: [],
    open: false,
  };
}

/** For a field or an item: it may name what it stands in. */
export function inside(owner: Located, { side, depth }: Context, indent: string): Context {
  return { ...contextOf(wholeOf(owner), side, indent), depth: depth + 1 };
}
