import { type DocumentNode, isObject } from '../document/json-document.js';
import { isJsonType, isTextType } from './media-type.js';
import { leavesOf, typesOf } from './schema-leaves.js';

/** What the caller passes for a part where the schema alone doesn't say it: bytes, or a text that is written already. */
export type Passed = 'file' | 'text';

/** A part of a multipart body. */
export interface Part {
  /** Undefined for what the schema says. */
  readonly passed: Passed | undefined;
  /** `image/png, image/*`; undefined for that of the value. */
  readonly contentType: string | undefined;
}

const OCTETS = 'application/octet-stream';

/** As the runtime takes it. */
const CONTENT_TYPE = /^[!-.0-~]+\/[ -~]+$/;

/** A list of content types, one by one. */
export const typesIn = (list: string): string[] => list.split(',').map((each) => each.trim());

export const isContentType = (text: string): boolean => CONTENT_TYPE.test(text);

const isRange = (type: string): boolean => type.includes('*');

/** Those that say nothing of a value. */
const ANYTHING: readonly string[] = ['*/*', 'application/*'];

const isBinaryType = (type: string): boolean => !isJsonType(type) && !isTextType(type);

/** Whether it is text that stands for bytes. OpenAPI 3.0 says it by the format. */
export const isEncoded = (leaf: DocumentNode): boolean =>
  leaf.text('format') === 'byte' || !['binary', undefined].includes(leaf.text('contentEncoding'));

/** Whether it is bytes as they are: OpenAPI 3.0 says so by the format, and later ones by what is in them. */
const isFile = (leaf: DocumentNode): boolean => {
  const media = leaf.text('contentMediaType') ?? '';
  if (leaf.text('format') === 'binary' || leaf.text('contentEncoding') === 'binary') return true;
  return !isEncoded(leaf) && isContentType(media) && isBinaryType(media);
};

/** Whether its values can be nothing but numbers, booleans or what is listed. */
export const isFixed = (leaf: DocumentNode): boolean =>
  ['enum', 'const'].some((word) => leaf.child(word).exists) ||
  typesOf(leaf).some((type) => ['number', 'integer', 'boolean'].includes(type as string));

/** Whether a value is an object. */
export const isObjectLeaf = (leaf: DocumentNode): boolean =>
  typesOf(leaf).includes('object') || (typesOf(leaf).length === 0 && isObject(leaf.at('properties').value));

/** The type that the schema names; bytes of any kind are whatever the caller's file is. */
const typeOfFile = (leaves: readonly DocumentNode[]): string | undefined =>
  leaves.map((leaf) => leaf.text('contentMediaType')).find((type) => type !== undefined && type !== OCTETS);

/** A list that leaves a file as it is needn't be said. */
const fileOf = (types: readonly string[]): Part => ({
  passed: 'file',
  contentType: types.every(isRange) ? undefined : types.join(', '),
});

/** What a form has by itself. */
const PLAIN = /^text\/plain\b/i;

const textOf = (type: string | undefined): Part => ({
  passed: 'text',
  contentType: type === undefined || PLAIN.test(type) ? undefined : type,
});

/**
 * What a part is.
 *
 * @param types The content types that `encoding` gives it.
 * @param hasDefault Whether it has one by its schema where `encoding` gives none.
 */
export function partOf(schema: DocumentNode, given: readonly string[], hasDefault: boolean): Part {
  const leaves = leavesOf(schema);
  const types = given.filter((type) => !ANYTHING.includes(type));
  if (leaves.some(isFile)) {
    const [type] = given.length > 0 ? [] : [typeOfFile(leaves)];
    return fileOf(type === undefined ? types : [type]);
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
