import { fieldsOf, InvalidInputError, isBlob, isFormData } from '../../core/internal.js';
import { Parts } from './parts.js';
import { FunctionPlacement } from './placed.js';

/** Where each field is sent: a parsed map. */
export interface PlaceTable<TEntry> {
  /** The parsed entries of the map, by field. */
  readonly read: ReadonlyMap<string, unknown>;
  /** Returns the target of a field, for a path with these names. */
  entryOf(field: string, names: readonly string[]): TEntry;
  /** Returns the field that is sent as this query name with a single plain value, or undefined. */
  fieldOfQuery(name: string, names: readonly string[]): string | undefined;
}

/** Some platforms add `toJSON` or enumerable properties to forms and files. */
const isWholeBody = (value: unknown): boolean => isFormData(value) || isBlob(value);

/** Returns the names and values of params, without null and undefined. Throws an InvalidInputError for other params. */
function givenFields(params: unknown): [name: string, value: unknown][] {
  const fields = fieldsOf(params, isWholeBody);
  if (!fields) throw InvalidInputError.of('params', params, 'an object with fields of the table');
  return Object.entries(fields).filter(([, value]) => value != null);
}

/** Sends params where a table says. */
export class TablePlacement<TEntry> extends FunctionPlacement<object> {
  /** `mockApi` reads the params of a request with it. */
  readonly table: PlaceTable<TEntry>;

  /** @param add Adds a field to the parts of a request. */
  constructor(
    table: PlaceTable<TEntry>,
    add: (parts: Parts, entry: TEntry, value: unknown, field: string) => void,
  ) {
    super((params, names) => {
      const parts = new Parts();
      for (const [field, value] of givenFields(params)) add(parts, table.entryOf(field, names), value, field);
      return parts.placement();
    });
    this.table = table;
  }

  paramOfQuery(name: string, names: readonly string[]): string | undefined {
    return this.table.fieldOfQuery(name, names);
  }
}
