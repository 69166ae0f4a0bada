import {
  childOf,
  isObject,
  type Located,
  own,
  ownList,
  ownObject,
  type References,
} from '../document/json-document.js';
import { Discriminator, isObjectLike } from './discriminator.js';
import { allowsNull } from './schema-kinds.js';
import { needsOf } from './schema-links.js';
import { wholeOf } from './subject.js';

/** A schema among those that inherit from each other. */
export interface Relative extends Located {
  /** Of its own. */
  readonly discriminator: Discriminator | undefined;
  /** Whether it is a choice of schemas: these say what it may be, and no others. */
  readonly isUnion: boolean;
  readonly parents: Set<Relative>;
  readonly children: Set<Relative>;
  /**
   * The fields by which discriminators above tell it apart, each with the last schema in between that has another
   * discriminator: by the outer field its heirs may be told apart as themselves or as that.
   */
  readonly fields: Map<string, Relative | undefined>;
}

/** As many fields as a schema is told apart by. */
const MOST_FIELDS = 4;

const hasUnion = (schema: unknown): boolean =>
  ['oneOf', 'anyOf'].some((word) => ownList(schema, word).length > 0);

/** Nothing but a parent or null: that is no kind of the parent. */
const isNullable = (schema: unknown): boolean =>
  isObject(schema) &&
  allowsNull(schema) &&
  ownList(schema, 'allOf').length === 1 &&
  own(schema, 'properties') === undefined;

/** The schemas of components and of their `$defs`, by pointer, in an order that the document's own doesn't change. */
function schemasOf({ document }: References): Located[] {
  const found: Located[] = [];
  const add = (schemas: Readonly<Record<string, unknown>>, pointer: string): void => {
    for (const name of Object.keys(schemas).sort())
      found.push({ value: schemas[name], pointer: childOf(pointer, name) });
  };
  add(ownObject(ownObject(document, 'components'), 'schemas'), '/components/schemas');
  // What is added is looked at in its turn.
  for (const { value, pointer } of found) add(ownObject(value, '$defs'), childOf(pointer, '$defs'));
  return found;
}

/** Who inherits from whom, below schemas that have a discriminator. Empty where none has. */
export function lineageOf(references: References): ReadonlyMap<string, Relative> {
  const relatives = new Map<string, Relative>();
  const know = ({ value, pointer }: Located): Discriminator | undefined => {
    if (relatives.has(pointer) || !isObject(value)) return undefined;
    const discriminator = Discriminator.of(value, references);
    const links = {
      parents: new Set<Relative>(),
      children: new Set<Relative>(),
      fields: new Map<string, Relative | undefined>(),
    };
    relatives.set(pointer, { value, pointer, discriminator, isUnion: hasUnion(value), ...links });
    return discriminator;
  };
  const schemas = schemasOf(references);
  if (!schemas.some(({ value }) => own(value, 'discriminator') !== undefined)) return relatives;
  // What a mapping names may stand elsewhere.
  for (const schema of schemas) for (const target of know(schema)?.targets ?? []) schemas.push(target);
  for (const relative of relatives.values()) addParents(relative, relatives, references);
  for (const relative of relatives.values()) if (isRoot(relative)) tellApart(relative);
  return relatives;
}

/** Whether it tells its children apart, by a discriminator and not by a choice of schemas. */
export function isRoot(relative: Relative): boolean {
  return relative.discriminator !== undefined && !relative.isUnion && isObjectLike(relative);
}

function addParents(
  relative: Relative,
  relatives: ReadonlyMap<string, Relative>,
  references: References,
): void {
  if (isNullable(relative.value)) return;
  for (const { ref, inAllOf, inherits } of needsOf(wholeOf(relative))) {
    const target = inAllOf && inherits ? references.target(ref) : undefined;
    const parent = target && relatives.get(references.follow(target)?.pointer ?? '');
    if (!parent || parent === relative) continue;
    relative.parents.add(parent);
    parent.children.add(relative);
  }
}

/** Tells all below a schema apart by its field. */
function tellApart(root: Relative): void {
  const field = root.discriminator?.field ?? '';
  const waiting: [relative: Relative, between: Relative | undefined][] = [];
  const goDown = ({ children }: Relative, between: Relative | undefined): void => {
    for (const child of children) waiting.push([child, between]);
  };
  goDown(root, undefined);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [relative, between] = next;
    if (relative.fields.has(field) || relative.fields.size >= MOST_FIELDS) continue;
    relative.fields.set(field, between);
    if (relative.isUnion) continue;
    goDown(relative, isRoot(relative) && relative.discriminator?.field !== field ? relative : between);
  }
}
