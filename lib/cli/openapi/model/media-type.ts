import { orUnresolved } from '../document/diagnostics.js';
import type { DocumentNode } from '../document/json-document.js';

/** Order of preference if there are several. */
const BODY_KINDS = ['json', 'multipart', 'form', 'text', 'raw'] as const;

/** Encoding of a body, from its content type. */
export type BodyKind = (typeof BODY_KINDS)[number];

export interface MediaType {
  /** Content type as in the document, such as `application/json; charset=utf-8`. */
  readonly name: string;
  readonly kind: BodyKind;
  /** Whether the body is an event stream, which the server can keep open indefinitely. */
  readonly isEventStream: boolean;
  /** The media type object with `schema`, `encoding` and other keywords. */
  readonly node: DocumentNode;
}

const JSON_TYPE = /^(application|text)\/json$|[+]json$/;
const TEXT_TYPE = /^text\/|[/+]xml$/;
const WILDCARD = /^(\*|application)\/\*$/;

/**
 * Returns the lowercase type without parameters: `application/json` for `Application/JSON; charset=utf-8`.
 */
const essenceOf = (name: string): string => (name.split(';')[0] ?? '').trim().toLowerCase();

export const isJsonType = (name: string): boolean => JSON_TYPE.test(essenceOf(name));

/** Whether a content type is `application/json`, with any parameters. */
export const isPlainJson = (name: string): boolean => essenceOf(name) === 'application/json';

/** Whether a content type is text. XML counts as text. */
export const isTextType = (name: string): boolean => TEXT_TYPE.test(essenceOf(name));

/** Whether a content type is a range, such as `image/*`. */
export const isRange = (name: string): boolean => name.includes('*');

/** Content types that a `Blob` and a header accept. */
const CONTENT_TYPE = /^[!-.0-~]+\/[ -~]+$/;

export const isContentType = (text: string): boolean => CONTENT_TYPE.test(text);

export const isMultipartType = (name: string): boolean => essenceOf(name).startsWith('multipart/');

/** Format of a body that is a sequence of items. */
export type SequenceFormat = 'events' | 'jsonLines' | 'jsonSequence';

const SEQUENCES: ReadonlyMap<string, SequenceFormat> = new Map([
  ['text/event-stream', 'events'],
  ['application/jsonl', 'jsonLines'],
  ['application/x-ndjson', 'jsonLines'],
  ['application/json-seq', 'jsonSequence'],
]);

/** Returns the format of a body that is a sequence of items; undefined for other bodies. */
export const sequenceOf = ({ name }: MediaType): SequenceFormat | undefined => SEQUENCES.get(essenceOf(name));

const isBinary = (schema: DocumentNode): boolean =>
  schema.text('format') === 'binary' || schema.text('contentEncoding') === 'binary';

const kindOf = (name: string, node: DocumentNode): BodyKind => {
  const essence = essenceOf(name);
  if (JSON_TYPE.test(essence)) return 'json';
  const isBytes = orUnresolved(() => isBinary(node.at('schema'))) === true;
  if (WILDCARD.test(essence)) return isBytes ? 'raw' : 'json';
  if (essence === 'multipart/form-data') return 'multipart';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  return TEXT_TYPE.test(essence) && !isBytes ? 'text' : 'raw';
};

/** Well-known content types come first among those of one kind. */
const WELL_KNOWN: readonly string[] = ['application/json', 'text/plain'];

const rank = ({ kind, name, isEventStream }: MediaType): number =>
  BODY_KINDS.indexOf(kind) * 4 + (isEventStream ? 2 : 0) + (WELL_KNOWN.includes(essenceOf(name)) ? 0 : 1);

/** Returns the entries of a `content` object, the preferred one first. */
export function mediaTypes(content: DocumentNode): MediaType[] {
  const all = content.keys().map((name): MediaType => {
    const node = content.at(name);
    const isEventStream = essenceOf(name) === 'text/event-stream';
    return { name, kind: kindOf(name, node), isEventStream, node };
  });
  return all.sort((one, other) => rank(one) - rank(other));
}
