import { type JsonObject, type Located, locatedAt, own, refOf } from '../document/json-document.js';
import { fieldOf, fieldsOf, isComposed, requiredOf } from '../schema/keywords.js';
import type { SchemaTools } from '../schema/schema-tools.js';
import type { ConversionOptions } from './conversions.js';
import { checkMembers } from './member-names.js';
import { matchesPattern } from './pattern.js';
import type { Place } from './place.js';
import { rangeOf, textAt } from './scalar-shapes.js';
import { ANY, type FieldShape, type ObjectShape, type Shape } from './shape.js';
import { allOf } from './shape-builders.js';

/** Tools that read the shape of an object. */
export interface ObjectTools extends Pick<SchemaTools, 'graph' | 'references'> {
  readonly options: ConversionOptions;
  readonly needsReadOnly?: ((field: Located) => boolean) | undefined;
  /** Returns the shape of a field, or of the name of a field. */
  readonly inside: (schema: Located, types?: readonly string[]) => Shape;
  /** Whether a field can have a name. Adds a warning if it can't. */
  readonly isField: (name: string, pointer: string) => boolean;
  /** Whether JavaScript can compile a pattern. Adds a warning if it can't. */
  readonly isPattern: (pattern: string, pointer: string) => boolean;
}

type Patterns = ObjectShape['patterns'];

const fieldShape = (name: string, field: Located, isRequired: boolean, shape: Shape): FieldShape => ({
  name,
  shape,
  isRequired,
  description: textAt(field.value, 'description'),
  isDeprecated: own(field.value, 'deprecated') === true,
});

/** Returns the shapes of the fields, including required fields that another schema declares. */
const fieldsIn = (schema: Located, place: Place, tools: ObjectTools, unnamed: Shape): FieldShape[] => {
  const { graph, references, inside, isField, needsReadOnly } = tools;
  const read = (name: string, field: Located, isRequired: boolean): FieldShape[] => {
    if (!isField(name, schema.pointer)) return [];
    const isOther = (graph.sideOf(field.value) ?? place.side) !== place.side;
    if (!isOther) return [fieldShape(name, field, isRequired, inside(field))];
    if (place.side === 'received' || !needsReadOnly) return [];
    const shape = needsReadOnly(field) ? inside(field) : ANY;
    return [{ ...fieldShape(name, field, false, shape), isReadOnly: true }];
  };
  const required = new Set(requiredOf(schema.value));
  const fields = fieldsOf(schema, 'properties').flatMap((field) =>
    read(field.name, field, required.delete(field.name)),
  );
  const elsewhere = [...required].sort().flatMap((name) => {
    const declared = [schema, ...place.around]
      .map((each) => fieldOf(each, name, references))
      .find((each) => each !== undefined);
    return declared
      ? read(name, declared, true)
      : read(name, { ...schema, value: {} }, true).map((field) => ({ ...field, shape: unnamed }));
  });
  return [...fields, ...elsewhere];
};

/** Adds the shapes of the patterns that match the name of a field. */
const withPatterns = (field: FieldShape, patterns: Patterns): FieldShape => {
  const found = patterns.filter(([pattern]) => matchesPattern(pattern, field.name));
  return found.length === 0
    ? field
    : { ...field, shape: allOf([field.shape, ...found.map(([, shape]) => shape)]) };
};

/** Whether other schemas name members of the same object, which `unevaluatedProperties` therefore allows. */
export const isShared = (value: JsonObject, { around }: Pick<Place, 'around'>): boolean =>
  isComposed(value) || refOf(around[0]?.value) !== undefined;

const unevaluatedOf = (value: JsonObject, place: Place): unknown =>
  isShared(value, place) ? undefined : own(value, 'unevaluatedProperties');

/** Returns the shape of an object. */
export const objectShape = (
  schema: Located,
  value: JsonObject,
  place: Place,
  tools: ObjectTools,
): ObjectShape => {
  const { inside, isField, isPattern, options } = tools;
  const additional = own(value, 'additionalProperties') ?? unevaluatedOf(value, place);
  const ofOthers = locatedAt(schema, 'additionalProperties');
  const others = additional === undefined ? undefined : inside({ ...ofOthers, value: additional });
  const said = fieldsOf(schema, 'patternProperties');
  const known = said.filter(({ name, pointer }) => isPattern(name, pointer));
  const patterns = known.map((each) => [each.name, inside(each)] as const);
  const fields = fieldsIn(schema, place, tools, others?.kind === 'never' ? ANY : (others ?? ANY));
  checkMembers(
    fields.map(({ name }) => name),
    schema.pointer,
    options,
  );
  const hasOmitted = fieldsOf(schema, 'properties').some(({ name }) => !isField(name, schema.pointer));
  const ofNames = locatedAt(schema, 'propertyNames');
  const names = ofNames.value === undefined ? ANY : inside(ofNames, ['string']);
  return {
    kind: 'object',
    ...rangeOf(value, 'Properties'),
    fields: fields.map((field) => withPatterns(field, patterns)),
    // An omitted field, and a field whose name would match the ignored pattern, aren't among the others.
    others: known.length < said.length || hasOmitted ? undefined : others,
    patterns,
    names: names.kind === 'any' ? undefined : names,
  };
};
