import type { Warnings } from '../document/diagnostics.js';
import { type DocumentNode, isObject } from '../document/json-document.js';
import {
  type BodyKind,
  isContentType,
  isJsonType,
  isMultipartType,
  isRange,
  isTextType,
  type MediaType,
  mediaTypes,
} from './media-type.js';
import { COMPOSED, type Reader, type Spelling } from './parameters.js';

/** What the caller passes for a part whose schema doesn't describe it: a file, or an encoded string. */
export type Passed = 'file' | 'text';

interface Part {
  /** Undefined if the schema describes the value. */
  readonly passed: Passed | undefined;
  /** Content types of the part, such as `image/png, image/*`; undefined for the value's own type. */
  readonly contentType: string | undefined;
}

/**
 * A member of a form, and how the document serializes it. Outside multipart bodies, the fields of a part are
 * undefined.
 */
export interface BodyMember extends Part {
  readonly name: string;
  /** Serialization of the member; undefined for the default. */
  readonly spelling: Spelling | undefined;
}

export interface RequestBodyModel {
  readonly media: MediaType;
  /** Content types that the body can be sent as. Several for bytes, which can have their own type. */
  readonly types: readonly string[];
  readonly members: readonly BodyMember[];
  /** Whether the caller passes a FormData, because the parts have no names. */
  readonly isWhole: boolean;
  /** Other content types that the operation accepts. */
  readonly others: readonly string[];
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

/**
 * Types that can be sent as a whole body, in addition to the schema. Prefixed, because a schema can be named
 * Blob.
 */
export const WHOLE: Readonly<Record<BodyKind, readonly string[]>> = {
  json: [],
  multipart: ['globalThis.FormData'],
  form: ['globalThis.URLSearchParams'],
  text: ['string'],
  raw: [
    'globalThis.Blob',
    'globalThis.ArrayBuffer',
    'globalThis.Uint8Array',
    'globalThis.ReadableStream',
    'string',
  ],
};

/** Kinds whose schema doesn't describe what the caller passes. */
export const OPAQUE: readonly BodyKind[] = ['text', 'raw'];

const BODILESS: readonly string[] = ['GET', 'HEAD'];

/** Keywords of OpenAPI 3.2 for parts that are identified by position. */
const BY_POSITION: readonly string[] = ['itemSchema', 'prefixEncoding', 'itemEncoding'];

/** Whether the parts of a form have no names. */
const isNameless = ({ kind, node }: MediaType, { shapes }: Reader): boolean =>
  kind === 'multipart' &&
  (BY_POSITION.some((key) => node.child(key).exists) || shapes.of(node.at('schema')) === 'array');

/** Returns the body of an operation; undefined without one. */
export function readRequestBody(
  operation: DocumentNode,
  method: string,
  reader: Reader,
): RequestBodyModel | undefined {
  const { warnings } = reader;
  const node = operation.at('requestBody');
  const [media, ...others] = mediaTypes(node.at('content'));
  if (!media) return undefined;
  if (BODILESS.includes(method)) {
    warnings.add('body-of-get', node.pointer, `the body of a ${method} is skipped: fetch rejects it`);
    return undefined;
  }
  const { pointer } = media.node;
  const isWhole = isNameless(media, reader);
  if (isWhole) warnings.add('unsaid', pointer, 'its parts have no names here: pass a FormData');
  if (media.kind === 'raw' && isMultipartType(media.name)) {
    const advice = 'pass a Blob whose type has its boundary';
    warnings.add('unsaid', pointer, `${media.name} is not supported: ${advice}`);
  }
  const alike = media.kind === 'raw' ? others.filter(({ kind }) => kind === 'raw') : [];
  const types = [media, ...alike].map(({ name }) => name);
  for (const type of types.filter((each) => !isContentType(each)))
    warnings.add('wrong-value', pointer, `"${type}" is not sent: invalid content type`);
  return {
    media,
    types: types.filter(isContentType),
    members: isWhole ? [] : readMembers(media, reader),
    isWhole,
    others: others.map(({ name }) => name),
    isRequired: node.flag('required') === true,
    description: node.text('description'),
  };
}

interface FormMember {
  readonly name: string;
  readonly encoding: DocumentNode;
  readonly schema: DocumentNode;
  readonly types: readonly string[];
}

const isStyled = ({ encoding }: FormMember): boolean =>
  ['style', 'explode'].some((key) => encoding.child(key).exists);

const spellingOf = ({ encoding, schema }: FormMember, isJson: boolean, { shapes }: Reader): Spelling => {
  const style = encoding.text('style') ?? 'form';
  const explode = encoding.flag('explode') ?? style === 'form';
  return { style, explode, shape: shapes.of(schema), isJson };
};

const pairOf = (member: FormMember, reader: Reader): BodyMember => {
  const isJson = member.types.some(isJsonType);
  const spelling = isJson || isStyled(member) ? spellingOf(member, isJson, reader) : undefined;
  return { name: member.name, spelling, passed: undefined, contentType: undefined };
};

/** OpenAPI 3.0 has no styles for parts. In later versions, a style overrides the content type. */
const partMember = (member: FormMember, reader: Reader): BodyMember => {
  const { name, schema, types, encoding } = member;
  const headers = encoding.at('headers');
  if (headers.keys().some((each) => each.toLowerCase() !== 'content-type')) {
    const message = `the headers of the part "${name}" are not sent: a form has none`;
    reader.warnings.add('part-headers', headers.pointer, message);
  }
  const isByStyle = isStyled(member) && !(reader.isOld && types.length > 0);
  const part = partOf(schema, isByStyle ? [] : types, !isByStyle);
  if (part.passed === 'file') return { name, spelling: undefined, ...part };
  if (isByStyle) return { name, spelling: spellingOf(member, false, reader), ...part };
  const isJson = part.contentType === 'application/json' && reader.shapes.of(schema) !== 'array';
  if (!isJson) return { name, spelling: undefined, ...part };
  return { name, spelling: spellingOf(member, true, reader), ...part, contentType: undefined };
};

const readTypes = (encoding: DocumentNode, warnings: Warnings): string[] => {
  const list = encoding.text('contentType') ?? '';
  const types = list
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  const { pointer } = encoding.child('contentType');
  for (const type of types.filter((each) => !isContentType(each)))
    warnings.add('wrong-value', pointer, `"${type}" is ignored: invalid content type`);
  return types.filter(isContentType);
};

/** Returns the sorted members of a form that need more than their values to be serialized. */
function readMembers({ kind, node }: MediaType, reader: Reader): BodyMember[] {
  if (kind !== 'form' && kind !== 'multipart') return [];
  const encodings = node.at('encoding');
  const properties = propertiesOf(node.at('schema'));
  const names = [...new Set([...encodings.keys(), ...properties.keys()])].sort();
  return names.map((name) => {
    const encoding = encodings.at(name);
    const schema = properties.get(name) ?? node.child('schema').child('properties').child(name);
    const member = { name, encoding, schema, types: readTypes(encoding, reader.warnings) };
    return kind === 'form' ? pairOf(member, reader) : partMember(member, reader);
  });
}

const OCTETS = 'application/octet-stream';

/** Content types that don't restrict the value. */
const ANYTHING: readonly string[] = ['*/*', 'application/*'];

const isBinaryType = (type: string): boolean => !isJsonType(type) && !isTextType(type);

/** Whether the value is a string that encodes bytes. OpenAPI 3.0 uses `format`. */
export const isEncoded = (leaf: DocumentNode): boolean =>
  leaf.text('format') === 'byte' || !['binary', undefined].includes(leaf.text('contentEncoding'));

/**
 * Whether the value is raw bytes. OpenAPI 3.0 uses `format`, later versions the media type or the encoding.
 */
export const isFile = (leaf: DocumentNode): boolean => {
  const media = leaf.text('contentMediaType') ?? '';
  if (leaf.text('format') === 'binary' || leaf.text('contentEncoding') === 'binary') return true;
  return !isEncoded(leaf) && isContentType(media) && isBinaryType(media);
};

/** Whether only numbers, booleans or enum values are valid. */
export const isFixed = (leaf: DocumentNode): boolean =>
  ['enum', 'const'].some((word) => leaf.child(word).exists) ||
  typesOf(leaf).some((type) => ['number', 'integer', 'boolean'].includes(type as string));

export const isObjectLeaf = (leaf: DocumentNode): boolean =>
  typesOf(leaf).includes('object') || (typesOf(leaf).length === 0 && isObject(leaf.at('properties').value));

/** Returns a part that is a file. Ranges alone don't change the type of a file. */
const fileOf = (types: readonly string[]): Part => ({
  passed: 'file',
  contentType: types.every(isRange) ? undefined : types.join(', '),
});

/** Returns a part that is an encoded string. Omits text/plain, the default in a form. */
const textOf = (type = 'text/plain'): Part => ({
  passed: 'text',
  contentType: /^text\/plain\b/i.test(type) ? undefined : type,
});

/**
 * Returns how a part is passed and sent.
 *
 * @param types Content types from `encoding`.
 * @param hasDefault Whether the schema sets a content type if `encoding` has none.
 */
function partOf(schema: DocumentNode, given: readonly string[], hasDefault: boolean): Part {
  const leaves = leavesOf(schema);
  const types = given.filter((type) => !ANYTHING.includes(type));
  if (leaves.some(isFile)) {
    // `application/octet-stream` doesn't restrict the type: keep the type of the caller's file.
    const named = leaves.map((leaf) => leaf.text('contentMediaType') ?? OCTETS);
    const type = named.find((each) => each !== OCTETS);
    return fileOf(given.length > 0 || type === undefined ? types : [type]);
  }
  if (types.length === 0) {
    const isOctets = hasDefault && leaves.some((leaf) => leaf.child('contentEncoding').exists);
    return { passed: undefined, contentType: isOctets ? OCTETS : undefined };
  }
  const concrete = types.filter((type) => !isRange(type));
  const json = concrete.find(isJsonType);
  if (json !== undefined && leaves.some(isObjectLeaf)) return { passed: undefined, contentType: json };
  const isText = leaves.some((leaf) => isEncoded(leaf) || isFixed(leaf));
  if (!isText && types.some(isBinaryType)) return fileOf(types);
  const [first] = concrete;
  return first !== undefined && isJsonType(first) ? { passed: undefined, contentType: first } : textOf(first);
}

export const isComposed = (schema: DocumentNode): boolean =>
  COMPOSED.some((word) => schema.at(word).elements().length > 0);

/** Yields a schema and all schemas that it is composed of, resolved. Yields each once, so that cycles end. */
export function* composing(schema: DocumentNode, seen: Set<string>): Generator<DocumentNode> {
  if (seen.has(schema.pointer)) return;
  seen.add(schema.pointer);
  yield schema;
  for (const word of COMPOSED) for (const member of schema.at(word).list()) yield* composing(member, seen);
}

/** Whether a schema itself is an array. */
export const isList = (schema: DocumentNode): boolean =>
  schema.child('items').exists || typesOf(schema).includes('array');

export function typesOf(schema: DocumentNode): readonly unknown[] {
  const { value } = schema.at('type');
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [value];
}

/** Returns the schemas that describe a value, or the items of an array; none for a missing schema. */
export function leavesOf(schema: DocumentNode, seen = new Set<string>()): DocumentNode[] {
  return [...composing(schema.resolved(), seen)].flatMap((each) => {
    if (isList(each)) return leavesOf(each.child('items'), seen);
    return isObject(each.value) && !(isComposed(each) && typesOf(each).length === 0) ? [each] : [];
  });
}

/** Returns the property schemas of an object by name, including composed schemas. */
function propertiesOf(schema: DocumentNode): ReadonlyMap<string, DocumentNode> {
  const found = new Map<string, DocumentNode>();
  for (const each of composing(schema, new Set())) {
    const properties = each.at('properties');
    for (const name of properties.keys()) if (!found.has(name)) found.set(name, properties.at(name));
  }
  return found;
}
