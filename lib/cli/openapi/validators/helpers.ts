/** A function that a generated file declares if a schema uses it. */
export interface Helper {
  /** The whole declaration. */
  readonly text: string;
  /** Names of the helpers that the declaration uses. */
  readonly needs?: readonly string[];
}

/** The helpers of a file. */
export class Helpers {
  readonly #all: Readonly<Record<string, Helper>>;
  readonly #used = new Set<string>();

  constructor(all: Readonly<Record<string, Helper>>) {
    this.#all = all;
  }

  /** Declares a helper and returns its name. */
  use(name: string): string {
    this.#used.add(name);
    for (const need of this.#all[name]?.needs ?? []) this.use(need);
    return name;
  }

  declarations(): string[] {
    return [...this.#used].sort().map((name) => this.#all[name]?.text ?? '');
  }
}

const JSON_OF = `/** JSON with sorted members: equal values have the same text. */
const $json = (value: unknown): string =>
  globalThis.JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint') return globalThis.String(each) + 'n';
    if (typeof each !== 'object' || each === null || globalThis.Array.isArray(each)) return each;
    return globalThis.Object.fromEntries(globalThis.Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
`;

/** Joins the outputs of two schemas. Intersections of the libraries reject values that one schema converts. */
const MERGE = `const $merge = (from: unknown, left: unknown, right: unknown): unknown => {
  if (left === from || right === from) return left === from ? right : left;
  if (globalThis.Array.isArray(from) && globalThis.Array.isArray(left) && globalThis.Array.isArray(right))
    return right.map((item, index) => $merge(from[index], left[index], item));
  const [object, one, other] = [from, left, right] as { [key: string]: unknown }[];
  if (![object, one, other].every((each) => globalThis.Object.prototype.toString.call(each) === '[object Object]')) return left;
  const merged = globalThis.Object.entries({ ...one, ...other }).map(([key, value]) => [
    key,
    globalThis.Object.hasOwn(one!, key) && globalThis.Object.hasOwn(other!, key) ? $merge(object![key], one![key], value) : value,
  ]);
  return globalThis.Object.fromEntries(merged);
};
`;

const IS_DATE = `/** Whether a text starts with a day of the calendar. */
function $isDate(text: string): boolean {
  const day = new globalThis.Date(\`\${text.slice(0, 10)}T00:00:00Z\`);
  return globalThis.Number.isFinite(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
}
`;

/** The libraries read other forms than RFC 3339: one of them lacks `t` and `z`, another accepts `+0200`. */
const IS_DATE_TIME = `/** Whether a text is a date-time of RFC 3339. */
function $isDateTime(text: string): boolean {
  return /^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$/i.test(text) && $isDate(text);
}
`;

/** Helpers that are the same in all libraries. */
export const COMMON_HELPERS: Readonly<Record<string, Helper>> = {
  $json: { text: JSON_OF },
  $merge: { text: MERGE },
  $isDate: { text: IS_DATE },
  $isDateTime: { text: IS_DATE_TIME, needs: ['$isDate'] },
};
