import {
  InvalidInputError,
  isBlob,
  isFormData,
  namedFields,
  type ParamPlacement,
} from '../../core/internal.js';
import { encoded, givenFields, Parts, textOf, textsOf, WHOLE_BODIES } from './parts.js';
import { FunctionPlacement } from './placed.js';

/** The target of a field in `plainPlaces`. */
export type PlainTarget = 'query' | 'header' | 'cookie' | 'body' | 'raw';

/** Targets of the fields in the params, by name. */
export type PlainPlaceMap = Readonly<Record<string, PlainTarget>>;

const TARGETS: readonly unknown[] = ['query', 'header', 'cookie', 'body', 'raw'] satisfies PlainTarget[];

/** Where each field is sent, as `mockApi` reads it too. */
interface PlainTable {
  /** Targets by field. */
  readonly read: ReadonlyMap<string, PlainTarget>;
  entryOf(
    field: string,
    names: readonly string[],
  ): { readonly target: PlainTarget | 'path'; readonly name: string; readonly style: undefined };
}

/** Throws a TypeError for an invalid target, and for two bodies. */
function readTable(map: PlainPlaceMap): PlainTable {
  const read = new Map(Object.entries(namedFields(map, 'plainPlaces map')) as [string, PlainTarget][]);
  let body: string | undefined;
  for (const [field, target] of read) {
    const owner = `plainPlaces: "${field}"`;
    if (!TARGETS.includes(target)) throw InvalidInputError.ofOption(owner, target, TARGETS.join(', '));
    if (!(target in WHOLE_BODIES)) continue;
    if (body !== undefined)
      throw new InvalidInputError(`${owner} and "${body}" are bodies, but only one is allowed: remove one.`);
    body = field;
  }
  return {
    read,
    entryOf: (name, names) => ({
      target: read.get(name) ?? (names.includes(name) ? 'path' : 'query'),
      name,
      style: undefined,
    }),
  };
}

/** Returns `name=value` for a value, and for each element of an array. */
const pairsOf = (field: string, value: unknown): string[] =>
  (Array.isArray(value) ? textsOf(value, field) : [textOf(value, field)]).map(
    (text) => `${encoded(field)}=${encoded(text)}`,
  );

/** Sends params where a map of targets says. */
class PlainPlacement extends FunctionPlacement<object> {
  readonly table: PlainTable;

  constructor(table: PlainTable) {
    super((params, names) => {
      const parts = new Parts();
      for (const [field, value] of givenFields(params)) {
        const { target } = table.entryOf(field, names);
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
      return parts.placement();
    });
    this.table = table;
  }

  paramOfQuery(name: string, names: readonly string[]): string | undefined {
    return this.table.entryOf(name, names).target === 'query' ? name : undefined;
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
export const plainPlaces = (map: PlainPlaceMap): ParamPlacement<object> => new PlainPlacement(readTable(map));
