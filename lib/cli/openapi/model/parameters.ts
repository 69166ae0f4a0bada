import type { Warnings } from '../document/warnings.js';
import type { DocumentNode } from './document-node.js';
import { fieldNames } from './field-names.js';
import { mediaTypes } from './media-type.js';
import type { Parameter, ParameterPlace, ParameterShape } from './operation.js';
import { parameterShape } from './parameter-shape.js';
import type { Path } from './path.js';

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
const atItsPlace = (declared: Declared, { tokens, inQuery }: Path, warnings: Warnings): Declared[] => {
  const { name, place, node } = declared;
  if (place !== 'path' || tokens.includes(name)) return [declared];
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
  return [...byPlaceAndName.values()].flatMap((each) => atItsPlace(each, path, warnings));
};

/** What the path has in braces and nobody declares. */
const undeclaredIn = (
  { operation, path }: Declarations,
  known: readonly Declared[],
  warnings: Warnings,
): Declared[] => {
  const names = known.filter(({ place }) => place === 'path').map(({ name }) => name);
  return path.tokens
    .filter((token) => !names.includes(token))
    .map((name) => {
      warnings.add(
        'parameter',
        operation.pointer,
        `the parameter "${name}" of the path is not declared: it is text or a number`,
      );
      return { node: operation.child('parameters').child(name), name, place: 'path' };
    });
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

const readParameter = (declared: Declared, field: string, warnings: Warnings): Parameter => {
  const { node, name, place } = declared;
  const [content] = mediaTypes(node.at('content'));
  const schema = (content?.node ?? node).child('schema');
  const isForm = place === 'query' || place === 'cookie';
  const style = node.text('style') ?? (isForm ? 'form' : 'simple');
  const shape = parameterShape(schema.resolved());
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
    description: node.text('description'),
    isDeprecated: node.flag('deprecated') === true,
  };
};

/** The parameters of an operation, in the document's order. */
export function readParameters(from: Declarations, warnings: Warnings): Parameter[] {
  const declared = declaredIn(from, warnings);
  const all = [...declared, ...undeclaredIn(from, declared, warnings)];
  const names = fieldNames(all, from.hasBody ? ['body'] : []);
  return all.map((each) => readParameter(each, names.get(each) ?? each.name, warnings));
}
