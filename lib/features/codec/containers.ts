import { isObject, isPlain, nullProto } from '../../core/internal.js';
import { type Codec, inBothWays } from './codec.js';

/** A member that has another name in the program. */
export type RenamedMember = readonly [name: string, codec?: Codec];

/** The members of an object that need a conversion, by their names in requests and responses. */
export type CodecTable = Readonly<Record<string, Codec | RenamedMember>>;

/** Renames a member of `object` to `name` in the program. Without a codec, its value is unchanged. */
export const as = (name: string, codec?: Codec): RenamedMember => (codec ? [name, codec] : [name]);

/**
 * Converts members of a plain object. Members that the table doesn't contain are unchanged. If two members get the same
 * name, the one in the table wins. Any other value, such as a class instance or a FormData, is unchanged.
 *
 * @param table A codec for each member, or `as(…)` to rename it.
 * @param rest Converts the members that the table doesn't contain. Default: they are unchanged.
 */
export function object(table: CodecTable, rest?: Codec): Codec {
  const decode = new Map<string, readonly [name: string, codec: Codec | undefined]>();
  const encode: typeof decode = new Map();
  let renames = false;
  for (const [wire, member] of Object.entries(table)) {
    const [name, codec] = Array.isArray(member) ? (member as RenamedMember) : [wire, member as Codec];
    renames ||= name !== wire;
    decode.set(wire, [name, codec]);
    encode.set(name, [wire, codec]);
  }
  const members = { decode, encode };
  return inBothWays((value, report) => {
    if (!isObject(value) || !isPlain(value)) return value;
    const fields = value as Record<string, unknown>;
    const known = members[report.way];
    const others = rest ? Object.keys(fields).filter((key) => !known.has(key)) : [];
    let changed: Record<string, unknown> | undefined;
    // The table's members come last, so that they win.
    for (const key of [...others, ...known.keys()]) {
      if (!Object.hasOwn(fields, key)) continue;
      const [name, codec] = known.get(key) ?? [key, rest];
      const before = fields[key];
      report.path.push(key);
      const after = codec ? codec[report.way](before, report) : before;
      report.path.pop();
      // Without a prototype, because an assignment to `__proto__` would change it.
      if (after !== before || name !== key) (changed ??= nullProto())[name] = after;
    }
    if (!changed) return value;
    const kept = renames
      ? Object.fromEntries(Object.entries(fields).map(([key, each]) => [known.get(key)?.[0] ?? key, each]))
      : fields;
    return { ...kept, ...changed };
  });
}

const array = (codecAt: (index: number) => Codec | undefined): Codec =>
  inBothWays((value, report) => {
    if (!Array.isArray(value)) return value;
    let copy: unknown[] | undefined;
    for (const [index, before] of value.entries()) {
      const codec = codecAt(index);
      if (!codec) break;
      report.path.push(index);
      const after = codec[report.way](before, report);
      report.path.pop();
      if (after === before) continue;
      copy ??= value.slice();
      copy[index] = after;
    }
    return copy ?? (value as unknown[]);
  });

/** Converts each item of an array. */
export const list = (item: Codec): Codec => array(() => item);

/** Converts the items of an array by their position. `rest` converts the items after them. */
export const tuple = (items: readonly Codec[], rest?: Codec): Codec => array((index) => items[index] ?? rest);

/**
 * Converts a member of an object by its name, as `rest` of `object` or in `record`. A member whose name matches several
 * expressions is converted by each of their codecs.
 *
 * @param codecs Expressions of names, each with a codec.
 * @param other Converts the members whose names match none. Default: they are unchanged.
 */
export const byName = (codecs: readonly (readonly [names: RegExp, codec: Codec])[], other?: Codec): Codec =>
  inBothWays((value, report) => {
    const name = String(report.path.at(-1));
    const found = codecs.filter(([names]) => names.test(name)).map(([, codec]) => codec);
    if (other && !found.length) found.push(other);
    return found.reduce((converted, codec) => codec[report.way](converted, report), value);
  });

/** Converts each member of a plain object. */
export const record = (value: Codec): Codec => object({}, value);
