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

const checkWord = (field: string, word: unknown, words: readonly string[]): void => {
  if (words.includes(word as string)) return;
  const shown = typeof word === 'string' ? JSON.stringify(word) : describeType(word);
  throw new TypeError(`places: "${field}" has ${shown}: choose one of ${words.join(', ')}.`);
};

const readEntry = (field: string, given: PlaceMap[string]): Required<PlaceEntry> => {
  const entry: Partial<PlaceEntry> = isObject(given) ? ownDefined(given) : { in: given };
  const { name = field, style, members = {} } = entry;
  checkWord(field, entry.in, [...TARGETS, ...STYLES]);
  for (const each of [style, ...Object.values(members)])
    if (each !== undefined) checkWord(field, each, STYLES);
  return { in: entry.in as PlaceEntry['in'], name, style, members: { ...members } };
};

/** Reads the table once; gives where a field goes in a path that has these names. */
export function readMap(map: PlaceMap): (field: string, names: readonly string[]) => ReadEntry {
  if (!isObject(map)) throw new TypeError(`places takes an object: it is ${describeType(map)}.`);
  const read = new Map(Object.entries(map).map(([field, given]) => [field, readEntry(field, given)]));
  const bodies = [...read].filter(([, entry]) => BODIES.includes(entry.in)).map(([field]) => `"${field}"`);
  if (bodies.length > 1)
    throw new TypeError(`places: ${bodies.join(' and ')} are bodies, and there is one: take the others out.`);
  return (field, names) => {
    const { in: word = '', name = field, style, members = {} } = read.get(field) ?? {};
    if (TARGETS.includes(word)) return { target: word as PlaceTarget, name, style, members };
    const own = (word || undefined) as PlaceStyle | undefined;
    const target = names.includes(name) && IN_PATH.includes(own) ? 'path' : 'query';
    return { target, name, style: own, members };
  };
}
