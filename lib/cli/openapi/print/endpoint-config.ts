import { isMultipartType } from '../model/media-type.js';
import type { Operation, Reading } from '../model/operation.js';
import type { MemberLine, PlaceLine, Placing } from '../places/placing.js';
import { quoted } from '../text/quoted.js';
import { PURE } from './pure.js';
import { valueKey } from './value-key.js';

/** A member of an object: its key, and its value as it is written. */
type Entry = readonly [key: string, value: string];

const printObject = (entries: readonly Entry[]): string =>
  entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, value]) => `${valueKey(key)}: ${value}`).join(', ')} }`;

const printMember = ({ style, type }: MemberLine): string => {
  const word: Entry[] = style === undefined ? [] : [['style', quoted(style)]];
  return type === undefined ? quoted(style ?? '') : printObject([...word, ['type', quoted(type)]]);
};

const printLine = ({ field, target, style, name, members }: PlaceLine): string => {
  const isQuery = target === 'query' || target === 'path';
  // A style alone is meant for the path where the path names the field, else for the query.
  const word = isQuery ? (style ?? target) : target;
  const rest: Entry[] = [
    ...(field === name ? [] : [['name', quoted(name)] as const]),
    ...(style === undefined || isQuery ? [] : [['style', quoted(style)] as const]),
    ...(members.length === 0
      ? []
      : [['members', printObject(members.map((each) => [each.name, printMember(each)]))] as const]),
  ];
  return rest.length === 0 ? quoted(word) : printObject([['in', quoted(word)], ...rest]);
};

const placeEntries = ({ table, asksForQuery }: Placing): Entry[] => {
  if (table)
    return [['place', `${PURE} places(${printObject(table.map((each) => [each.field, printLine(each)]))})`]];
  return asksForQuery ? [['bodyAs', quoted('query')]] : [];
};

/** What homing writes there by itself. */
// prettier
const BY_ITSELF: readonly string[] = [
  'application/json',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/octet-stream',
];

const contentTypeOf = ({ body }: Operation): string | undefined => {
  if (!body || BY_ITSELF.includes(body.media.name) || body.media.name.includes('*')) return undefined;
  // What writes the parts knows what stands between them.
  return isMultipartType(body.media.name) ? undefined : body.media.name;
};

const headerEntries = (operation: Operation): Entry[] => {
  const { accept } = operation.answer;
  const contentType = contentTypeOf(operation);
  const headers: Entry[] = [
    ...(accept === undefined ? [] : [['Accept', quoted(accept)] as const]),
    ...(contentType === undefined ? [] : [['Content-Type', quoted(contentType)] as const]),
  ];
  return headers.length > 0 ? [['headers', printObject(headers)]] : [];
};

/** A success that is no JSON would have its errors read like itself. */
const IS_OWN: readonly Reading[] = ['text', 'blob'];

const readingEntries = ({ answer: { reading }, method, failures }: Operation): Entry[] => {
  if (method === 'HEAD') return [];
  const saysHow = IS_OWN.includes(reading) || failures.reading === 'text';
  return [
    ...(reading === 'json' ? [] : [['responseType', quoted(reading)] as const]),
    ...(saysHow ? [['errorType', quoted(failures.reading)] as const] : []),
  ];
};

/** What an endpoint is made of. */
export function printConfig(operation: Operation, placing: Placing): string {
  return printObject([
    ['method', quoted(operation.method)],
    ['path', quoted(operation.path)],
    ...placeEntries(placing),
    ...headerEntries(operation),
    ...readingEntries(operation),
  ]);
}
