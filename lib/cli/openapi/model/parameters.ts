import type { ConversionOptions } from '../shape/conversions.js';
import { memberName } from '../shape/member-names.js';
import type { Warnings } from '../document/diagnostics.js';
import type { DocumentNode } from '../document/json-document.js';
import { Reachability } from '../graph.js';
import { mediaTypes } from './media-type.js';

type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** Kind of value, as far as the serialization depends on it. */
type ParameterShape = 'scalar' | 'array' | 'object';

export interface Spelling {
  /** Style such as `form` or `deepObject`. */
  readonly style: string;
  readonly explode: boolean;
  readonly shape: ParameterShape;
  readonly isJson: boolean;
}

/** One parameter of an operation, which becomes one field of the params. */
export interface Parameter extends Spelling {
  readonly field: string;
  readonly name: string;
  readonly place: ParameterPlace;
  /** Whether the caller passes the serialized string. */
  readonly isText: boolean;
  readonly isRequired: boolean;
  /** Schema as written; `exists` is false without one. */
  readonly schema: DocumentNode;
  readonly description: string | undefined;
  readonly isDeprecated: boolean;
}

export interface Reader {
  readonly warnings: Warnings;
  readonly shapes: ParameterShapes;
  readonly isOld: boolean;
  /** How params are named in the program. */
  readonly naming: Pick<ConversionOptions, 'properties'>;
  /** Whether streams get a reader. */
  readonly hasStreams?: boolean;
}

/** Order in which parameters with the same name keep it. */
const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie'] satisfies ParameterPlace[];

const isPlace = (text: string | undefined): text is ParameterPlace => PLACES.includes(String(text));

/** Headers that OpenAPI describes by `content` and `security`. */
const LEFT_TO_OTHERS: readonly string[] = ['accept', 'content-type', 'authorization'];

/** A parameter before its field name is chosen. */
interface Declared {
  readonly node: DocumentNode;
  readonly name: string;
  readonly place: ParameterPlace;
}

interface Declarations {
  readonly item: DocumentNode;
  readonly operation: DocumentNode;
  readonly path: Path;
  readonly hasBody: boolean;
}

/** Returns the parameters of an operation. They override parameters of its path item. */
const declaredIn = ({ item, operation, path }: Declarations, warnings: Warnings): Declared[] => {
  const { inQuery, tokens } = path;
  const byPlaceAndName = new Map<string, Declared>();
  for (const node of [...item.at('parameters').list(), ...operation.at('parameters').list()]) {
    const [name, place] = [node.text('name'), node.text('in')];
    if (name === undefined || (place === 'header' && LEFT_TO_OTHERS.includes(name.toLowerCase()))) continue;
    if (isPlace(place)) byPlaceAndName.set(`${place} ${name}`, { node, name, place });
    else {
      const why = `"${place}" is not supported`;
      warnings.add('parameter', node.pointer, `the parameter "${name}" is skipped: ${why}`);
    }
  }
  return [...byPlaceAndName.values()].flatMap((declared): Declared[] => {
    const { node, name, place } = declared;
    if (place !== 'path' || tokens.has(name)) return [declared];
    const queryName = inQuery.get(name);
    if (queryName !== undefined) return [{ node, name: queryName, place: 'query' }];
    warnings.add('parameter', node.pointer, `the parameter "${name}" is skipped: the path has no {${name}}`);
    return [];
  });
};

/** Returns the names in braces in the path that no parameter declares. */
const undeclaredIn = (
  { operation, path }: Declarations,
  known: readonly Declared[],
  warnings: Warnings,
): Declared[] => {
  const declared = new Set(known.filter(({ place }) => place === 'path').map(({ name }) => name));
  const names = [...path.tokens].filter((token) => !declared.has(token));
  const quoted = names.map((name) => `"${name}"`).join(', ');
  const message =
    names.length > 1
      ? `the path parameters ${quoted} are not declared: typed as string or number`
      : `the path parameter ${quoted} is not declared: typed as string or number`;
  if (names.length > 0) warnings.add('parameter', operation.pointer, message);
  // Use one node for all of them: a pointer for each would contain the whole path.
  const node = operation.child('parameters').child('');
  return names.map((name) => ({ node, name, place: 'path' }));
};

/** Whether the caller must pass the serialized string: for every path style except `simple`. */
const isLeftToCaller = ({ node, name, place }: Declared, warnings: Warnings): boolean => {
  const style = node.text('style') ?? 'simple';
  if (place !== 'path' || style === 'simple') return false;
  const advice = `pass "${name}" already formatted`;
  warnings.add('path-style', node.pointer, `the style ${style} is not supported: ${advice}`);
  return true;
};

const readParameter = (declared: Declared, field: string, { warnings, shapes }: Reader): Parameter => {
  const { node, name, place } = declared;
  const [content] = mediaTypes(node.at('content'));
  const schema = (content?.node ?? node).child('schema');
  const isForm = place === 'query' || place === 'cookie';
  const style = node.text('style') ?? (isForm ? 'form' : 'simple');
  const shape = shapes.of(schema.resolved());
  if (place === 'query' && node.flag('allowReserved') === true)
    warnings.add(
      'allow-reserved',
      node.pointer,
      'allowReserved is ignored: reserved characters are percent-encoded',
    );
  const description = node.text('description');
  return {
    field,
    name,
    place,
    style,
    explode: node.flag('explode') ?? style === 'form',
    shape,
    isJson: content !== undefined,
    isText: isLeftToCaller(declared, warnings),
    isRequired: place === 'path' || node.flag('required') === true,
    schema,
    description: node.pointer.startsWith('/components/') ? shortened(description) : description,
    isDeprecated: node.flag('deprecated') === true,
  };
};

/** Returns the parameters of an operation in document order. */
export function readParameters(from: Declarations, reader: Reader): Parameter[] {
  const { warnings } = reader;
  const declared = declaredIn(from, warnings);
  const all = [...declared, ...undeclaredIn(from, declared, warnings)];
  const inProgram = all.map((declared) => ({
    ...declared,
    name: memberName(declared.name, reader.naming),
    declared,
  }));
  const names = fieldNames(inProgram, from.hasBody ? ['body'] : []);
  return inProgram.map((each) => readParameter(each.declared, names.get(each) ?? each.name, reader));
}

/**
 * Returns the field name of each parameter: its own name, or `name_query` and similar if the name is taken.
 *
 * @param taken Names that are reserved.
 */
export function fieldNames<T extends { readonly name: string; readonly place: string }>(
  parameters: readonly T[],
  taken: readonly string[],
): ReadonlyMap<T, string> {
  const own = new Set([...parameters.map(({ name }) => name), ...taken]);
  const used = new Set(taken);
  const names = new Map<T, string>();
  const rank = ({ place }: T): number => PLACES.indexOf(place);
  for (const parameter of [...parameters].sort((one, other) => rank(one) - rank(other))) {
    let field = parameter.name;
    // A parameter keeps its own name, even if it comes later.
    while (used.has(field) || (field !== parameter.name && own.has(field)))
      field = field === parameter.name ? `${field}_${parameter.place}` : `${field}_`;
    used.add(field);
    names.set(parameter, field);
  }
  return names;
}

/** Maximum length of a text that is repeated for many endpoints, in characters. */
const LONGEST = 1000;

/** Shortens a text that is repeated for many endpoints. */
export function shortened(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST);
  return `${cut.replace(/\s+\S*$/, '').replace(/[\ud800-\udbff]$/, '')} …`;
}

/** Names in braces. The runtime uses the same pattern. */
const IN_BRACES = /\{([^{}/"]+)\}/g;

/** A param in the query of a path, such as `id={id}`. */
const FILLED_IN_QUERY = /^([^=]*)=\{([^{}/"]+)\}$/;

/** A query expression of RFC 6570, such as `{?page,size}`. */
const EXPRESSION = /\{[?&]([^{}]*)\}/g;

/** Returns the names of an expression without the modifiers of RFC 6570, such as `page*` and `name:3`. */
const namesOf = (list: string): string[] =>
  list.split(',').flatMap((each) => each.trim().replace(/(\*|:\d+)$/, '') || []);

/** Path of an operation as it is sent. */
interface Path {
  readonly text: string;
  readonly tokens: ReadonlySet<string>;
  /** Query names of the params that the document declares after the `?` of a path. */
  readonly inQuery: ReadonlyMap<string, string>;
}

export function readPath(template: string, pointer: string, warnings: Warnings): Path {
  const [whole = '', ...cut] = template.split('#');
  if (cut.length > 0)
    warnings.add('path-text', pointer, `"#${cut.join('#')}" is cut from the path: it is never sent`);
  const expressions = [...whole.matchAll(EXPRESSION)];
  const [route = '', ...query] = whole.replace(EXPRESSION, '').split('?');
  // Send these params in the query like all others, and keep the fixed part of the query.
  const inQuery = new Map(expressions.flatMap(([, list = '']) => namesOf(list).map((name) => [name, name])));
  const fixed = query
    .join('?')
    .split('&')
    .filter((piece) => {
      const [, name = '', token] = FILLED_IN_QUERY.exec(piece) ?? [];
      if (token !== undefined) inQuery.set(token, name);
      return token === undefined;
    });
  if (inQuery.size > 0 || expressions.length > 0)
    warnings.add('path-text', pointer, 'params after the "?" of the path are sent in the query');
  const tokens = new Set([...route.matchAll(IN_BRACES)].map(([, name = '']) => name));
  // Escape colons: in a path without braces, a colon starts a param.
  const text = tokens.size > 0 ? route : route.replaceAll(/\/:(?=\w)/g, '/%3A');
  return { text: [text, fixed.join('&')].filter(Boolean).join('?'), tokens, inQuery };
}

/** Keywords that compose a schema of others. */
export const COMPOSED = ['allOf', 'anyOf', 'oneOf'] as const;

const declaredShape = (schema: DocumentNode): ParameterShape | undefined => {
  const { value } = schema.at('type');
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (types.includes('array') || schema.child('items').exists) return 'array';
  const isObject = schema.child('properties').exists || schema.child('additionalProperties').exists;
  if (types.includes('object') || (value === undefined && isObject)) return 'object';
  return value === undefined ? undefined : 'scalar';
};

/** Returns the enum values of a schema. */
const listedIn = (schema: DocumentNode): DocumentNode[] =>
  [...schema.at('enum').elements(), schema.child('const')].filter(({ exists }) => exists);

/** Whether the schema itself allows strings; undefined if it doesn't restrict the type. */
const declaredText = (schema: DocumentNode): boolean | undefined => {
  const { value } = schema.at('type');
  const listed = listedIn(schema);
  if (listed.length > 0) return listed.some((each) => typeof each.value === 'string');
  return value === undefined ? is(declaredShape(schema), 'scalar') : [value].flat().includes('string');
};

const is = <T>(found: T | undefined, wanted: T): boolean | undefined =>
  found === undefined ? undefined : found === wanted;

/** Finds the kinds of values that schemas allow. Visits each schema once. */
export class ParameterShapes {
  /** Nodes by value, because pointers can be as long as a path. */
  readonly #nodes = new Map<unknown, DocumentNode>();
  readonly #toObject = this.#waysTo((schema) => is(declaredShape(schema), 'object'));
  readonly #toArray = this.#waysTo((schema) => is(declaredShape(schema), 'array'));
  readonly #toText = this.#waysTo(declaredText);
  readonly #toType = this.#waysTo((schema) => declaredText(schema) !== undefined || undefined);

  /**
   * Returns the kind of value of a schema. If several are possible, prefers an object over an array over a
   * scalar, because their serialization also works for a scalar.
   */
  of(schema: DocumentNode): ParameterShape {
    const { value } = this.#known(schema);
    if (this.#toObject.leads(value)) return 'object';
    return this.#toArray.leads(value) ? 'array' : 'scalar';
  }

  /** Whether a schema allows a string: by one of its types, or because it has no type. */
  mayBeText(schema: DocumentNode): boolean {
    const { value } = this.#known(schema);
    return this.#toText.leads(value) || !this.#toType.leads(value);
  }

  #known(schema: DocumentNode): DocumentNode {
    this.#nodes.set(schema.value, schema);
    return schema;
  }

  /**
   * Creates a search for schemas with a property.
   *
   * @param declared Whether the schema itself has the property; undefined if its members decide.
   */
  #waysTo(declared: (schema: DocumentNode) => boolean | undefined): Reachability<unknown> {
    return new Reachability((value) => {
      const schema = this.#nodes.get(value);
      const found = schema && declared(schema);
      if (!schema || found !== undefined) return { isFound: found === true, next: [] };
      const members = COMPOSED.flatMap((word) => schema.at(word).list());
      return { isFound: false, next: members.map((each) => this.#known(each).value) };
    });
  }
}
