/**
 * Directives of a Cache-Control field by lowercase name, each with its arguments; undefined for a directive without an
 * argument.
 */
export type Directives = ReadonlyMap<string, readonly (string | undefined)[]>;

/** Matches the text between two commas outside quoted strings. An unclosed quoted string continues to the end. */
const MEMBER = /(?:[^,"]|"(?:\\[\s\S]|[^"\\])*(?:"|\\?$))+/g;

const NAME = /^[^\s="]+/;

/** Directives that must never be missed, whatever follows the name and even after a misplaced quote. */
const FORBIDDING = /^(no-store|no-cache|private)(?![\w-])/i;

const QUOTED = /^"((?:\\[\s\S]|[^"\\])*)"$/;

const NONE: Directives = /* @__PURE__ */ new Map();

/** Parses a Cache-Control field. RFC 9111, 5.2. Ignores text that isn't a directive. */
export function directivesOf(field: string | null | undefined): Directives {
  if (!field) return NONE;
  const directives = new Map<string, (string | undefined)[]>();
  let isBroken = false;
  for (const [member] of field.matchAll(MEMBER)) {
    const text = member.trim();
    const name = (FORBIDDING.exec(text) ?? NAME.exec(text))?.[0] ?? '';
    const rest = text.slice(name.length);
    // No grammar allows a space before `=`: the argument exists, but is unreadable.
    const given = rest.startsWith('=') ? rest.slice(1) : rest && ' ';
    const quoted = QUOTED.exec(given)?.[1];
    isBroken ||= quoted === undefined && rest.includes('"');
    if (!name) continue;
    const value = quoted?.replace(/\\([\s\S])/g, '$1') ?? given;
    const key = name.toLowerCase();
    const known = directives.get(key);
    if (known) known.push(value || undefined);
    else directives.set(key, [value || undefined]);
  }
  // It's unknown which quote is unbalanced, so search every part for a forbidding directive.
  for (const part of isBroken ? field.split(',') : []) {
    const name = FORBIDDING.exec(part.trim())?.[0];
    if (name) directives.set(name.toLowerCase(), [undefined]);
  }
  return directives;
}

/**
 * Highest value of a directive, in seconds: 2^31, about 68 years. RFC 9111, 1.2.2: a larger value counts as this one.
 */
export const MOST_SECONDS: number = 2 ** 31;

/**
 * Reads a directive in seconds and returns milliseconds; undefined without it. Repeated directives: the smallest value.
 *
 * @param malformed Milliseconds for an argument that isn't a whole number.
 * @param none Milliseconds for a directive without an argument.
 */
export function millisecondsOf(
  directives: Directives,
  name: string,
  malformed = 0,
  none = malformed,
): number | undefined {
  const values = directives.get(name);
  if (!values) return undefined;
  return Math.min(
    ...values.map((value) => {
      if (value === undefined) return none;
      return /^\d+$/.test(value) ? Math.min(Number(value), MOST_SECONDS) * 1000 : malformed;
    }),
  );
}

/** Whether a string is a valid field name. */
export const isToken = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);

/**
 * The lowercase field names that `no-cache` or `private` lists. `true` if the directive applies to the whole response,
 * which includes an unreadable list; undefined without the directive.
 */
export function limitedFields(directives: Directives, name: string): true | readonly string[] | undefined {
  const values = directives.get(name);
  if (!values) return undefined;
  const names = values.flatMap((value) =>
    (value ?? '?').split(',').map((field) => field.trim().toLowerCase()),
  );
  return names.every(isToken) ? names : true;
}
