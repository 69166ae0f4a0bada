import { encode, fieldsOf, InvalidInputError, isScalar, type Placement } from '../../core/internal.js';

/** Names a field in messages. */
export const named = (field: string): string => `The param ${JSON.stringify(field)}`;

/** Converts a value to a string. Throws an InvalidInputError that names the field and never contains the value. */
export function textOf(value: unknown, field: string): string {
  if (isScalar(value)) return String(value);
  throw InvalidInputError.of(named(field), value, 'a string, finite number, boolean or bigint');
}

/** Entries of an object without null and undefined; undefined for a value that isn't an object. */
export function membersOf(value: unknown, field: string): [name: string, value: unknown][] | undefined {
  if (isScalar(value) || Array.isArray(value)) return undefined;
  const fields = fieldsOf(value, () => false, named(field));
  return fields && Object.entries(fields).filter(([, member]) => member != null);
}

/** The strings of an array, of an object's names and values in turn, or of a single value. */
export function textsOf(value: unknown, field: string): string[] {
  const parts = Array.isArray(value)
    ? value.filter((element) => element != null)
    : (membersOf(value, field)?.flat() ?? [value]);
  return parts.map((part) => textOf(part, field));
}

/** Encode a space as `%20`: not every server decodes `+`. */
export const encoded = (text: string): string => encode(text).replaceAll('+', '%20');

/** Sends a string as JSON, not as plain text, by the endpoint's own functions. */
const jsonBody = (value: unknown): unknown => (typeof value === 'string' ? { toJSON: () => value } : value);

/** Sends a string without quotes. */
const rawBody = (value: unknown): unknown => (isScalar(value) ? String(value) : value);

/** How complete bodies are sent. */
export const WHOLE_BODIES = { body: jsonBody, raw: rawBody } as const;

/** Collects the parts of a request. */
export class Parts {
  readonly path: [name: string, value: unknown][] = [];
  readonly query: string[] = [];
  readonly headers: [name: string, value: string][] = [];
  readonly cookies: string[] = [];
  body: Pick<Placement, 'body' | 'type'> = {};

  placement(): Placement {
    const cookie: [string, string][] = this.cookies.length > 0 ? [['cookie', this.cookies.join('; ')]] : [];
    return {
      ...this.body,
      path: Object.fromEntries(this.path),
      query: this.query.join('&'),
      headers: [...this.headers, ...cookie],
    };
  }
}
