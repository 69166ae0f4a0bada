import { isObject, own, ownList, ownObject, refOf } from '../document/json-document.js';
import type { Subject } from './subject.js';

/** A `$ref` in a schema, and how the schema means it. */
export interface Link {
  readonly ref: string;
  /** Whether it stands in an `allOf`. */
  readonly inAllOf: boolean;
  /** Whether the schema inherits from what it names: all between the two are `allOf`. */
  readonly inherits: boolean;
}

/** How a schema is reached from the one that is looked at. */
type Way = Omit<Link, 'ref'>;

const ITSELF: Way = { inAllOf: false, inherits: true };
const INSIDE: Way = { inAllOf: false, inherits: false };
const UNIONS = ['oneOf', 'anyOf'];
const ONE = ['items', 'additionalProperties', 'unevaluatedProperties'];
const BY_NAME = ['properties', 'patternProperties'];

/** Calls back for each schema that holds of the same value, with its `$ref` if it has one. */
function visitItself(
  schema: unknown,
  way: Way,
  hasUnions: boolean,
  found: (schema: object, way: Way) => void,
): void {
  if (!isObject(schema)) return;
  found(schema, way);
  for (const each of ownList(schema, 'allOf')) visitItself(each, { ...way, inAllOf: true }, true, found);
  if (!hasUnions) return;
  for (const word of UNIONS)
    for (const each of ownList(schema, word)) visitItself(each, { ...way, inherits: false }, true, found);
}

function linkOf(schema: object, way: Way): Link[] {
  const ref = refOf(schema);
  return ref === undefined ? [] : [{ ref, ...way }];
}

/** The `$ref`s that have to be known before a type is: all but those in its fields and items. */
export function needsOf({ value, part }: Subject): Link[] {
  const links: Link[] = [];
  visitItself(value, ITSELF, part === 'whole', (schema, way) => links.push(...linkOf(schema, way)));
  return links;
}

/** What a schema holds, at any depth. */
export interface Content {
  readonly fields: readonly unknown[];
  readonly links: readonly Link[];
}

export function contentOf(value: unknown): Content {
  const content = { fields: [] as unknown[], links: [] as Link[] };
  const waiting: [schema: unknown, way: Way][] = [[value, ITSELF]];
  for (let next = waiting.pop(); next; next = waiting.pop())
    visitItself(...next, true, (schema, way) => {
      content.links.push(...linkOf(schema, way));
      for (const word of BY_NAME)
        for (const field of Object.values(ownObject(schema, word))) {
          content.fields.push(field);
          waiting.push([field, INSIDE]);
        }
      for (const word of ONE) waiting.push([own(schema, word), INSIDE]);
      for (const item of ownList(schema, 'prefixItems')) waiting.push([item, INSIDE]);
    });
  return content;
}
