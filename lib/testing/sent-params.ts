import { isBlob, isFormData, isObject, ownValue } from '../core/internal.js';
import type { RecordedCall } from './route.js';

/** Where a `places` table puts a param, as far as the request shows it. */
interface ParamPlace {
  readonly target: string;
  readonly name: string;
  readonly style: string | undefined;
}

/** A parsed `places` table. */
interface Table {
  readonly entryOf: (field: string, names: readonly string[]) => ParamPlace;
  /** Entries by field name. */
  readonly read: ReadonlyMap<string, object>;
}

type Values = Record<string, unknown>;

/** Parses JSON. Returns any other value unchanged. */
const jsonOf = (text: unknown): unknown => {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : text;
  } catch {
    return text;
  }
};

/** Groups values by name. A repeated name has an array of values. */
const byName = (pairs: Iterable<readonly [name: string, value: unknown]>): Values => {
  const lists = new Map<string, unknown[]>();
  for (const [name, value] of pairs) {
    const list = lists.get(name);
    if (list) list.push(value);
    else lists.set(name, [value]);
  }
  return Object.fromEntries([...lists].map(([name, list]) => [name, list.length > 1 ? list : list[0]]));
};

const queryOf = ({ url }: RecordedCall): Values => byName(new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]));

/** Adds a value under a path of keys. An empty key is an element of an array. */
const addAt = (into: Values, [key = '', ...keys]: readonly string[], value: unknown): Values => {
  const known = ownValue(into, key);
  const inner = (): Values => (isObject(known) ? (known as Values) : {});
  const isArray = keys.length === 1 && keys[0] === '';
  const added = isArray ? [value].flat() : keys.length > 0 ? addAt(inner(), keys, value) : value;
  return Object.fromEntries([...Object.entries(into).filter(([name]) => name !== key), [key, added]]);
};

/** Returns the query names of a param that is sent as `name[key]` or `name[]`. */
const deepNames = (query: Values, name: string): string[] =>
  Object.keys(query).filter((each) => each.startsWith(`${name}[`) && each.endsWith(']'));

/** Reads an object that is sent as `name[key]=value`; undefined without any. */
const deepOf = (query: Values, name: string): unknown =>
  deepNames(query, name).reduce<Values>(
    (found, each) => addAt(found, each.slice(0, -1).split(/\]?\[/), ownValue(query, each)),
    {},
  )[name];

const cookiesOf = ({ headers }: RecordedCall): Values =>
  byName(new URLSearchParams((headers.get('cookie') ?? '').replaceAll('; ', '&')));

/** Reads a multipart part. `places` sends an object as a JSON part, which FormData returns as a file. */
const partOf = async (part: string | File): Promise<unknown> =>
  isBlob(part) && /[/+]json\b/.test(part.type) ? jsonOf(await part.text()) : part;

const bodyOf = async ({ body }: RecordedCall, target: string): Promise<unknown> => {
  if (target === 'raw') return body;
  if (target === 'form') return byName(new URLSearchParams(body as string));
  if (!isFormData(body)) return jsonOf(body);
  const parts = await Promise.all([...body].map(async ([name, part]) => [name, await partOf(part)] as const));
  return byName(parts);
};

/** Renames the values that the table sends under another name, and adds the remaining values. */
const tableParams = async (
  { entryOf, read }: Table,
  path: Readonly<Record<string, string>>,
  request: RecordedCall,
): Promise<Values> => {
  const [query, cookies] = [queryOf(request), cookiesOf(request)];
  const placed = await Promise.all(
    [...read.keys()].map(async (field) => {
      const { target, name, style } = entryOf(field, Object.keys(path));
      const found =
        {
          path: ownValue(path, name),
          query: ownValue(query, name) ?? (style === 'deep' ? deepOf(query, name) : undefined),
          cookie: ownValue(cookies, name),
          header: target === 'header' ? request.headers.get(name) : undefined,
        }[target] ?? undefined;
      const isBody = ['body', 'raw', 'form', 'multipart'].includes(target) && request.body != null;
      const value = isBody ? await bodyOf(request, target) : found;
      return { field, name, target, style, value: style === 'json' ? jsonOf(value) : value };
    }),
  );
  const isTaken = (target: string, name: string): boolean =>
    placed.some(
      (each) =>
        each.target === target &&
        (each.name === name || (each.style === 'deep' && name.startsWith(`${each.name}[`))),
    );
  const others = Object.entries(query).filter(([name]) => !isTaken('query', name));
  const rest = [...others, ...Object.entries(path).filter(([name]) => !isTaken('path', name))];
  // The fields of a spread object can't be told from other params.
  const valueOf = ({ style, value }: (typeof placed)[number]): unknown =>
    style === 'spread' && others.length > 0 ? Object.fromEntries(others) : value;
  const known = placed
    .map((each) => [each.field, valueOf(each)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries([...rest, ...known]);
};

/**
 * Returns the params of a call, as far as its request contains them.
 *
 * @param place The endpoint's `place`.
 * @param path Path params by name.
 */
export async function sentParams(
  place: unknown,
  path: Readonly<Record<string, string>>,
  request: RecordedCall,
): Promise<Values> {
  const { table } = Object(place) as { readonly table?: Table };
  if (table) return tableParams(table, path, request);
  const body = jsonOf(request.body);
  const fields = typeof request.body === 'string' && isObject(body) && !Array.isArray(body) ? body : {};
  return { ...fields, ...queryOf(request), ...path };
}
