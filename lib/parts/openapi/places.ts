import {
  type Fields,
  fieldsOf,
  isBlob,
  isFormData,
  PARAM_OF_QUERY,
  type Placement,
  Refusal,
} from '../../core/seats.js';
import { BODIES } from './placed-body.js';
import type { PlaceMap } from './place-map.js';
import { type ReadEntry, readMap } from './read-map.js';
import { entriesOf, isNothing } from './several.js';
import { headerText, pathValue, writtenEntries } from './written.js';

/** What of a call was placed so far. */
class Placing {
  readonly #path: [string, unknown][] = [];
  readonly #query: string[] = [];
  readonly #headers: (readonly [string, string])[] = [];
  readonly #cookies: string[] = [];
  #body: unknown;

  /** @param field For messages. */
  add({ target, name, style, members }: ReadEntry, value: unknown, field: string): void {
    switch (target) {
      case 'path':
        this.#path.push([name, pathValue(value, style, field)]);
        break;
      case 'query':
        this.#query.push(...writtenEntries(entriesOf(name, value, style, field), style));
        break;
      case 'header':
        this.#headers.push([name, headerText(value, style, field)]);
        break;
      case 'cookie':
        this.#cookies.push(...writtenEntries(entriesOf(name, value, style, field), style));
        break;
      default: {
        const { body, headers } = BODIES[target](value, members);
        this.#body = body;
        this.#headers.push(...headers);
      }
    }
  }

  placement(): Placement {
    const cookie = this.#cookies.length > 0 ? [['cookie', this.#cookies.join('; ')] as const] : [];
    return {
      path: Object.fromEntries(this.#path),
      query: this.#query.join('&'),
      headers: [...this.#headers, ...cookie],
      body: this.#body,
    };
  }
}

/** Some platforms give their forms and files a `toJSON`, or members. */
const isWholeBody = (value: unknown): boolean => isFormData(value) || isBlob(value);

/** Throws a Refusal for what has no fields. */
function paramsIn(params: object): Fields {
  const fields = fieldsOf(params, isWholeBody);
  if (fields) return fields;
  throw Refusal.of('params', params, 'an object, whose fields the table places');
}

/**
 * Makes the `place` of an endpoint of a table that says where each field of its params goes. Fields that it doesn't name
 * fill the path, else the query; those that are null or undefined are left out.
 *
 * @param map Read once.
 * @throws TypeError for a word that is none, and for two bodies.
 */
export function places(map: PlaceMap): (params: object, names: readonly string[]) => Placement {
  const { entryOf, fieldOfQuery } = readMap(map);
  const place = (params: object, names: readonly string[]): Placement => {
    const placing = new Placing();
    for (const [field, value] of Object.entries(paramsIn(params)))
      if (!isNothing(value)) placing.add(entryOf(field, names), value, field);
    return placing.placement();
  };
  return Object.assign(place, { [PARAM_OF_QUERY]: fieldOfQuery });
}
