/** The directives of a Cache-Control field by lowercase name, each with its arguments; undefined for one without. */
export type Directives = ReadonlyMap<string, readonly (string | undefined)[]>;

/** What stands between two commas that are in no quoted string. One that is never closed goes on to the end. */
const MEMBER = /(?:[^,"]|"(?:\\[\s\S]|[^"\\])*(?:"|\\?$))+/g;

const NAME = /^[^\s="]+/;

/** What nobody may overlook: whatever follows the name, and wherever it stands where a quote is out of place. */
const FORBIDDING = /^(no-store|no-cache|private)(?![\w-])/i;

const QUOTED = /^"((?:\\[\s\S]|[^"\\])*)"$/;

const NONE: Directives = /* @__PURE__ */ new Map();

/** Reads a Cache-Control field. RFC 9111, 5.2; what is no directive is left out. */
export function directivesOf(field: string | null | undefined): Directives {
  if (!field) return NONE;
  const directives = new Map<string, (string | undefined)[]>();
  let isBroken = false;
  for (const [member] of field.matchAll(MEMBER)) {
    const text = member.trim();
    const name = (FORBIDDING.exec(text) ?? NAME.exec(text))?.[0] ?? '';
    const rest = text.slice(name.length);
    // A space before the `=` is in no grammar: there is an argument, and it is none that can be read.
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
  // Which quote is the one too many, nobody knows.
  for (const part of isBroken ? field.split(',') : []) {
    const name = FORBIDDING.exec(part.trim())?.[0];
    if (name) directives.set(name.toLowerCase(), [undefined]);
  }
  return directives;
}

/** RFC 9111, 1.2.2: what is larger counts as this, about 68 years. */
export const MOST_SECONDS: number = 2 ** 31;

/**
 * The seconds that a directive gives, in milliseconds; undefined without it. Of several the smallest counts.
 *
 * @param malformed What one that gives no whole number counts as.
 * @param none What one without an argument counts as.
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

/** Whether a text can be the name of a field. */
export const isToken = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);

/**
 * The fields that `no-cache` or `private` is limited to, in lower case; true where it holds for the whole response, as
 * it does when its list can't be read; undefined without it.
 */
export function limitedFields(directives: Directives, name: string): true | readonly string[] | undefined {
  const values = directives.get(name);
  if (!values) return undefined;
  const names = values.flatMap((value) =>
    (value ?? '?').split(',').map((field) => field.trim().toLowerCase()),
  );
  return names.every(isToken) ? names : true;
}
