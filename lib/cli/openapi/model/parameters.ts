import type { Warnings } from '../document/diagnostics.js';
import type { DocumentNode } from '../document/json-document.js';
import { fieldNames } from './field-names.js';
import { mediaTypes } from './media-type.js';
import type { Parameter, ParameterPlace, ParameterShape } from './operation.js';
import type { Path } from './path.js';
import type { Reader } from './reader.js';
import { shortened } from './shortened.js';

const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie'] satisfies ParameterPlace[];

const isPlace = (text: string | undefined): text is ParameterPlace => PLACES.includes(String(text));

/** What OpenAPI leaves to `content`, `security` and the runtime. */
const LEFT_TO_OTHERS: readonly string[] = ['accept', 'content-type', 'authorization'];

/** One that is sent, before it has its name among the params. */
interface Declared {
  readonly node: DocumentNode;
  readonly name: string;
  readonly place: ParameterPlace;
}

const readDeclared = (node: DocumentNode, warnings: Warnings): Declared[] => {
  const [name, place] = [node.text('name'), node.text('in')];
  if (name === undefined) return [];
  if (!isPlace(place)) {
    warnings.add(
      'parameter',
      node.pointer,
      `the parameter "${name}" is left out: nothing can be sent in "${String(place)}"`,
    );
    return [];
  }
  const isLeft = place === 'header' && LEFT_TO_OTHERS.includes(name.toLowerCase());
  return isLeft ? [] : [{ node, name, place }];
};

/** Where the parameters of an operation are found. */
export interface Declarations {
  /** The path that the operation stands under. */
  readonly item: DocumentNode;
  readonly operation: DocumentNode;
  readonly path: Path;
  /** Whether the field `body` is taken. */
  readonly hasBody: boolean;
}

/** One that is declared for the path, and whose place the document has somewhere else. */
const atItsPlace = (
  declared: Declared,
  tokens: ReadonlySet<string>,
  { inQuery }: Path,
  warnings: Warnings,
): Declared[] => {
  const { name, place, node } = declared;
  if (place !== 'path' || tokens.has(name)) return [declared];
  const queryName = inQuery.get(name);
  if (queryName !== undefined) return [{ node, name: queryName, place: 'query' }];
  warnings.add('parameter', node.pointer, `the parameter "${name}" is left out: the path has no {${name}}`);
  return [];
};

/** Those of the operation, and those of its path that it doesn't declare anew. */
const declaredIn = ({ item, operation, path }: Declarations, warnings: Warnings): Declared[] => {
  const byPlaceAndName = new Map<string, Declared>();
  for (const node of [...item.at('parameters').list(), ...operation.at('parameters').list()])
    for (const each of readDeclared(node, warnings)) byPlaceAndName.set(`${each.place} ${each.name}`, each);
  const tokens = new Set(path.tokens);
  return [...byPlaceAndName.values()].flatMap((each) => atItsPlace(each, tokens, path, warnings));
};

/** What the path has in braces and nothing declares. */
const undeclaredIn = (
  { operation, path }: Declarations,
  known: readonly Declared[],
  warnings: Warnings,
): Declared[] => {
  const declared = new Set(known.filter(({ place }) => place === 'path').map(({ name }) => name));
  const names = path.tokens.filter((token) => !declared.has(token));
  const quoted = names.map((name) => `"${name}"`).join(', ');
  const message =
    names.length > 1
      ? `the parameters ${quoted} of the path are not declared: they are text or numbers`
      : `the parameter ${quoted} of the path is not declared: it is text or a number`;
  if (names.length > 0) warnings.add('parameter', operation.pointer, message);
  // One for all: each would have a pointer as long as the path.
  const node = operation.child('parameters').child('');
  return names.map((name) => ({ node, name, place: 'path' }));
};

const warnOfStyle = ({ node, name, place }: Declared, shape: ParameterShape, warnings: Warnings): boolean => {
  const style = node.text('style') ?? 'simple';
  const isExploded = shape === 'object' && node.flag('explode') === true;
  if (place !== 'path' || (style === 'simple' && !isExploded)) return false;
  const what = style === 'simple' ? 'an object of a path under explode' : `the style ${style}`;
  warnings.add(
    'path-style',
    node.pointer,
    `${what} is not written for you: pass "${name}" as the text that is sent`,
  );
  return true;
};

const descriptionOf = (node: DocumentNode): string | undefined => {
  const text = node.text('description');
  return node.pointer.startsWith('/components/') ? text && shortened(text) : text;
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
  return {
    field,
    name,
    place,
    style,
    explode: node.flag('explode') ?? style === 'form',
    shape,
    isJson: content !== undefined,
    isText: warnOfStyle(declared, shape, warnings),
    isRequired: place === 'path' || node.flag('required') === true,
    schema,
    description: descriptionOf(node),
    isDeprecated: node.flag('deprecated') === true,
  };
};

/** The parameters of an operation, in the document's order. */
export function readParameters(from: Declarations, reader: Reader): Parameter[] {
  const { warnings } = reader;
  const declared = declaredIn(from, warnings);
  const all = [...declared, ...undeclaredIn(from, declared, warnings)];
  const names = fieldNames(all, from.hasBody ? ['body'] : []);
  return all.map((each) => readParameter(each, names.get(each) ?? each.name, reader));
}
