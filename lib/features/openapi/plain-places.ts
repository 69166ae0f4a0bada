import {
  InvalidInputError,
  isBlob,
  isFormData,
  namedFields,
  type ParamPlacement,
} from '../../core/internal.js';
import { encoded, type Parts, textOf, textsOf, WHOLE_BODIES } from './parts.js';
import { type PlaceTable, TablePlacement } from './table-placement.js';

/** The target of a field in `plainPlaces`. */
export type PlainTarget = 'query' | 'header' | 'cookie' | 'body' | 'raw';

/** Targets of the fields in the params, by name. */
export type PlainPlaceMap = Readonly<Record<string, PlainTarget>>;

const TARGETS: readonly unknown[] = ['query', 'header', 'cookie', 'body', 'raw'] satisfies PlainTarget[];

/** The target of a field, also of one that the map doesn't contain. */
interface PlainEntry {
  readonly target: PlainTarget | 'path';
  readonly name: string;
  readonly style: undefined;
}

/** Throws a TypeError for an invalid target, and for two bodies. */
function readTable(map: PlainPlaceMap): PlaceTable<PlainEntry> {
  const read = new Map(Object.entries(namedFields(map, 'plainPlaces map')) as [string, PlainTarget][]);
  let body: string | undefined;
  for (const [field, target] of read) {
    const owner = `plainPlaces: "${field}"`;
    if (!TARGETS.includes(target)) throw InvalidInputError.ofOption(owner, target, TARGETS.join(', '));
    // `in` would also find a target in a polluted Object.prototype.
    if (target !== 'body' && target !== 'raw') continue;
    if (body !== undefined)
      throw new InvalidInputError(`${owner} and "${body}" are bodies, but only one is allowed: remove one.`);
    body = field;
  }
  const entryOf = (name: string, names: readonly string[]): PlainEntry => ({
    target: read.get(name) ?? (names.includes(name) ? 'path' : 'query'),
    name,
    style: undefined,
  });
  const fieldOfQuery = (name: string, names: readonly string[]): string | undefined =>
    entryOf(name, names).target === 'query' ? name : undefined;
  return { read, entryOf, fieldOfQuery };
}

/** Returns `name=value` for a value, and for each element of an array. */
const pairsOf = (field: string, value: unknown): string[] =>
  (Array.isArray(value) ? textsOf(value, field) : [textOf(value, field)]).map(
    (text) => `${encoded(field)}=${encoded(text)}`,
  );

/** Adds a field to the parts of a request. */
function addTo(parts: Parts, { target }: PlainEntry, value: unknown, field: string): void {
  if (target === 'path') parts.path.push([field, value]);
  else if (target === 'query') parts.query.push(...pairsOf(field, value));
  else if (target === 'cookie') parts.cookies.push(...pairsOf(field, value));
  else if (target === 'header') parts.headers.push([field, textsOf(value, field).join()]);
  else {
    const body = WHOLE_BODIES[target](value);
    // The platform sets the Content-Type of a form with its boundary.
    parts.body = { body, type: isFormData(body) ? null : isBlob(body) ? body.type : '' };
  }
}

/**
 * Creates the `place` option of an endpoint from a map of the targets of its params. It does what `places` does, in a third
 * of its size, for maps without styles, renamed params, content types and forms. A field without an entry is sent in the
 * path if the path contains its name, otherwise in the query. Null and undefined fields are left out.
 *
 * @param map Read once.
 * @throws TypeError for an invalid target, and for two bodies.
 */
export const plainPlaces = (map: PlainPlaceMap): ParamPlacement<object> =>
  new TablePlacement(readTable(map), addTo);
