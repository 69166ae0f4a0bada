import type { Warnings } from '../document/diagnostics.js';
import type { DocumentNode } from '../document/json-document.js';
import { isJsonType, type MediaType } from './media-type.js';
import type { BodyMember, Spelling } from './operation.js';
import { isContentType, partOf, typesIn } from './part.js';
import type { Reader } from './reader.js';
import { propertiesOf } from './schema-leaves.js';

/** A member of a form before it is read. */
interface Given {
  readonly name: string;
  /** Of `encoding`; missing where that doesn't name it. */
  readonly encoding: DocumentNode;
  readonly schema: DocumentNode;
  /** The content types that it may have. */
  readonly types: readonly string[];
}

const isStyled = ({ encoding }: Given): boolean =>
  ['style', 'explode'].some((key) => encoding.child(key).exists);

const spellingOf = ({ encoding, schema }: Given, isJson: boolean, { shapes }: Reader): Spelling => {
  const style = encoding.text('style') ?? 'form';
  const explode = encoding.flag('explode') ?? style === 'form';
  return { style, explode, shape: shapes.of(schema), isJson };
};

const pairOf = (given: Given, reader: Reader): BodyMember => {
  const isJson = given.types.some(isJsonType);
  return {
    name: given.name,
    spelling: isJson || isStyled(given) ? spellingOf(given, isJson, reader) : undefined,
    passed: undefined,
    contentType: undefined,
  };
};

const JSON_ALONE = 'application/json';

/** OpenAPI 3.0 has no styles here, and later ones have them go before content types. */
const partMember = (given: Given, reader: Reader): BodyMember => {
  const { name, schema, types } = given;
  const isByStyle = isStyled(given) && !(reader.isOld && types.length > 0);
  const { passed, contentType } = partOf(schema, isByStyle ? [] : types, !isByStyle);
  if (passed === 'file') return { name, spelling: undefined, passed, contentType };
  if (isByStyle) return { name, spelling: spellingOf(given, false, reader), passed, contentType };
  const isJson = contentType === JSON_ALONE && reader.shapes.of(schema) !== 'array';
  if (isJson) return { name, spelling: spellingOf(given, true, reader), passed, contentType: undefined };
  return { name, spelling: undefined, passed, contentType };
};

/** Who makes a form has no say over the headers of its parts. */
const warnOfHeaders = ({ name, encoding }: Given, warnings: Warnings): void => {
  const headers = encoding.at('headers');
  if (headers.keys().some((each) => each.toLowerCase() !== 'content-type'))
    warnings.add(
      'part-headers',
      headers.pointer,
      `the headers of the part "${name}" are not sent: a form has none`,
    );
};

const readTypes = (encoding: DocumentNode, warnings: Warnings): string[] => {
  const types = typesIn(encoding.text('contentType') ?? '');
  for (const type of types.filter((each) => each !== '' && !isContentType(each)))
    warnings.add(
      'wrong-value',
      encoding.child('contentType').pointer,
      `"${type}" is ignored: no content type is written so`,
    );
  return types.filter(isContentType);
};

/** The members of a form that are written otherwise than by their values alone, by name. */
export function readMembers({ kind, node }: MediaType, reader: Reader): BodyMember[] {
  const { warnings } = reader;
  if (kind !== 'form' && kind !== 'multipart') return [];
  const encodings = node.at('encoding');
  const properties = propertiesOf(node.at('schema'));
  const names = [...new Set([...encodings.keys(), ...properties.keys()])].sort();
  return names.map((name) => {
    const encoding = encodings.at(name);
    const schema = properties.get(name) ?? node.child('schema').child('properties').child(name);
    const given = { name, encoding, schema, types: readTypes(encoding, warnings) };
    if (kind === 'form') return pairOf(given, reader);
    warnOfHeaders(given, warnings);
    return partMember(given, reader);
  });
}
