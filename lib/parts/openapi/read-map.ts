import { bare } from '../../core/platform/bare.js';
import { describeType } from '../../core/platform/describe-type.js';
import { isObject } from '../../core/platform/is-object.js';
import { ownDefined } from '../../core/platform/own-properties.js';
import type { PlaceEntry, PlaceMap, PlaceStyle, PlaceTarget } from './place-map.js';

/** Where a field goes; nothing is missing. */
export interface ReadEntry {
  readonly target: PlaceTarget;
  readonly name: string;
  /** Undefined for that of the place. */
  readonly style: PlaceStyle | undefined;
  readonly members: Readonly<Record<string, PlaceStyle>>;
}

const STYLES: readonly string[] = ['csv', 'ssv', 'pipes', 'deep', 'spread', 'json'] satisfies PlaceStyle[];
const BODIES: readonly string[] = ['body', 'raw', 'form', 'multipart'] satisfies PlaceTarget[];
const TARGETS: readonly string[] = ['path', 'query', 'header', 'cookie', ...BODIES];

/** Those that a path can have; the others are a query's wherever the path names the field. */
const IN_PATH: readonly (string | undefined)[] = [undefined, 'csv', 'spread', 'json'];

const NO_MEMBERS = /* @__PURE__ */ bare<Readonly<Record<string, PlaceStyle>>>();

const NO_ENTRY = /* @__PURE__ */ bare<Partial<PlaceEntry>>();

const checkWord = (field: string, word: unknown, words: readonly string[]): void => {
  if (words.includes(word as string)) return;
  const shown = typeof word === 'string' ? JSON.stringify(word) : describeType(word);
  throw new TypeError(`places: "${field}" has ${shown}: choose one of ${words.join(', ')}.`);
};

const readEntry = (field: string, given: PlaceMap[string]): Required<PlaceEntry> => {
  const entry = isObject(given) ? ownDefined(given) : bare<Partial<PlaceEntry>>({ in: given });
  const { name = field, style, members = NO_MEMBERS } = entry;
  checkWord(field, entry.in, [...TARGETS, ...STYLES]);
  for (const each of [style, ...Object.values(members)])
    if (each !== undefined) checkWord(field, each, STYLES);
  return { in: entry.in as PlaceEntry['in'], name, style, members: bare(members) };
};

/** A table as it was read, for a path that has these names. */
export interface ReadMap {
  /** Where a field goes. */
  readonly entryOf: (field: string, names: readonly string[]) => ReadEntry;
  /** The field that is this name of the query, one value as it is; undefined where none is. */
  readonly fieldOfQuery: (name: string, names: readonly string[]) => string | undefined;
}

/** Reads the table once. */
export function readMap(map: PlaceMap): ReadMap {
  if (!isObject(map)) throw new TypeError(`places takes an object: it is ${describeType(map)}.`);
  const read = new Map(Object.entries(map).map(([field, given]) => [field, readEntry(field, given)]));
  const bodies = [...read].filter(([, entry]) => BODIES.includes(entry.in)).map(([field]) => `"${field}"`);
  if (bodies.length > 1)
    throw new TypeError(`places: ${bodies.join(' and ')} are bodies, and there is one: take the others out.`);
  const entryOf: ReadMap['entryOf'] = (field, names) => {
    const { in: word = '', name = field, style, members = NO_MEMBERS } = read.get(field) ?? NO_ENTRY;
    if (TARGETS.includes(word)) return { target: word as PlaceTarget, name, style, members };
    const own = (word || undefined) as PlaceStyle | undefined;
    const target = names.includes(name) && IN_PATH.includes(own) ? 'path' : 'query';
    return { target, name, style: own, members };
  };
  const isOfQuery = (field: string, wireName: string, names: readonly string[]): boolean => {
    const { target, name, style } = entryOf(field, names);
    return target === 'query' && style === undefined && name === wireName;
  };
  const fieldOfQuery: ReadMap['fieldOfQuery'] = (name, names) =>
    [...read.keys(), name].find((field) => isOfQuery(field, name, names));
  return { entryOf, fieldOfQuery };
}
