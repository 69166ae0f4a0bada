import { isObject } from '../../core/internal.js';
import type { FreshnessRules } from './freshness.js';
import { type Stored, storedResponse } from './stored-response.js';

/** The stamps of a response: keys, with their values before the request. */
export type Stamps = readonly (readonly [key: string, value: string])[];

/** The content of a store entry: a response, or the header names by which the responses under its key vary. */
export type StoreRecord =
  | { readonly stored: Stored; readonly stamps: Stamps; readonly names?: undefined }
  | { readonly names: readonly string[]; readonly stored?: undefined; readonly stamps: Stamps };

const MAGIC = 0x68;
const VERSION = 1;
/** Size of the header in bytes: magic number, version, two unused bytes, checksum and length of the JSON. */
const HEAD = 12;

/** Calculates a checksum that detects any change of a few bits. */
function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = bytes.byteLength | 0;
  let at = HEAD - 4;
  for (; at + 4 <= bytes.byteLength; at += 4) {
    sum = Math.imul(sum ^ view.getUint32(at, true), 0x01000193);
    sum ^= sum >>> 15;
  }
  for (; at < bytes.byteLength; at += 1) sum = Math.imul(sum ^ view.getUint8(at), 0x01000193);
  return sum >>> 0;
}

/**
 * Encodes a record: header, all fields but the body as JSON, body.
 *
 * @param requestUrl URL of the request. It's left out if the response has the same one: it can contain secrets, and
 * every reader with the key knows it.
 */
export function encodeRecord(key: string, record: StoreRecord, requestUrl?: string): Uint8Array<ArrayBuffer> {
  const { stored, stamps, names } = record;
  const { policy: _, body, headers, ...fields } = stored ?? ({} as Partial<Stored>);
  const url = fields.url === requestUrl ? undefined : fields.url;
  const json = { key, stamps, names, ...fields, url, headers: headers && [...headers] };
  const text = new TextEncoder().encode(JSON.stringify(json));
  const bytes = new Uint8Array(HEAD + text.byteLength + (body?.byteLength ?? 0));
  const view = new DataView(bytes.buffer);
  bytes.set([MAGIC, VERSION]);
  view.setUint32(8, text.byteLength, true);
  bytes.set(text, HEAD);
  if (body) bytes.set(body, HEAD + text.byteLength);
  view.setUint32(4, checksum(bytes), true);
  return bytes;
}

type RecordFields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** Whether a value is an array of string pairs; with `orNull`, the second string can be null. */
const isPairs = (value: unknown, orNull = false): value is readonly (readonly [string, string])[] =>
  Array.isArray(value) &&
  value.every(
    (pair: unknown) =>
      Array.isArray(pair) &&
      pair.length === 2 &&
      isText(pair[0]) &&
      (isText(pair[1]) || (orNull && pair[1] === null)),
  );

/** Builds the response of decoded fields; undefined if a field is invalid. Throws for invalid headers. */
function storedOf(
  fields: RecordFields,
  body: Uint8Array<ArrayBuffer>,
  rules: FreshnessRules,
  requestUrl?: string,
): Stored | undefined {
  const {
    url = requestUrl,
    status,
    statusText,
    type,
    headers,
    requestTime,
    responseTime,
    vary,
    personal,
    tags,
  } = fields;
  if (!isText(url) || !isText(statusText) || !/^[\t -~\x80-\xff]*$/.test(statusText)) return undefined;
  if (!isText(type) || typeof personal !== 'boolean') return undefined;
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 599) return undefined;
  if (!Number.isFinite(requestTime) || !Number.isFinite(responseTime)) return undefined;
  if (!isPairs(headers) || !isPairs(vary, true) || !isTexts(tags)) return undefined;
  return storedResponse(
    {
      url,
      status: status as number,
      statusText,
      type: type as ResponseType,
      headers: new Headers(headers as [string, string][]),
      body,
      requestTime: requestTime as number,
      responseTime: responseTime as number,
      vary,
      personal,
      tags,
    },
    rules,
  );
}

/**
 * Decodes a record; undefined for invalid bytes, another version or another key. Never throws.
 *
 * @param requestUrl URL for a record that was encoded without one.
 */
export function decodeRecord(
  bytes: Uint8Array,
  key: string,
  rules: FreshnessRules,
  requestUrl?: string,
): StoreRecord | undefined {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes[0] !== MAGIC || bytes[1] !== VERSION || view.getUint32(4, true) !== checksum(bytes))
      return undefined;
    const end = HEAD + view.getUint32(8, true);
    if (end > bytes.byteLength) return undefined;
    const fields: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD, end)));
    if (!isObject(fields) || (fields as RecordFields)['key'] !== key) return undefined;
    const { stamps, names } = fields as RecordFields;
    if (!isPairs(stamps)) return undefined;
    if (names !== undefined) return isTexts(names) ? { names, stamps } : undefined;
    const stored = storedOf(
      fields as RecordFields,
      bytes.subarray(end) as Uint8Array<ArrayBuffer>,
      rules,
      requestUrl,
    );
    return stored && { stored, stamps };
  } catch {
    return undefined;
  }
}
