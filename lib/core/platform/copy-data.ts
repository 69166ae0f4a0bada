import { isPlatform } from './is-platform.js';
import { copyBody } from './copy-body.js';

const isForm = isPlatform('FormData');
const isBytes = isPlatform('ArrayBuffer');

/** A list or a plain object of its own, whose members are still those of the value; undefined for what is neither. */
const shell = (value: object): Record<PropertyKey, unknown> | undefined => {
  if (Array.isArray(value)) return Array.from<unknown>(value) as unknown as Record<PropertyKey, unknown>;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return undefined;
  // Spread, and then changed member by member: one called __proto__ stays a member.
  const copy = { ...value } as Record<PropertyKey, unknown>;
  return prototype === null ? (Object.setPrototypeOf(copy, null) as typeof copy) : copy;
};

/** A copy of what is no list and no plain object, where there can be one. */
const copyInstance = (value: object): object =>
  isBytes(value) || ArrayBuffer.isView(value) || isForm(value) ? copyBody(value) : value;

/** Copies values, each once, and notes whose members are still to be copied. */
class Copier {
  readonly #copies = new Map<object, object>();
  readonly #unfinished: Record<PropertyKey, unknown>[] = [];

  copy(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const known = this.#copies.get(value);
    if (known) return known;
    const begun = shell(value);
    const copy = begun ?? copyInstance(value);
    this.#copies.set(value, copy);
    if (begun) this.#unfinished.push(begun);
    return copy;
  }

  /** Not by recursion: what a server nests a hundred thousand levels deep would overflow the stack. */
  finish(): void {
    for (let copy = this.#unfinished.pop(); copy; copy = this.#unfinished.pop())
      for (const name of Array.isArray(copy) ? copy.keys() : Object.keys(copy))
        copy[name] = this.copy(copy[name]);
  }
}

/**
 * A copy of decoded data: arrays, plain objects, bytes and forms at every depth, so that a caller who changes what it
 * got, or transfers it, doesn't change what the next one gets. Other instances of classes (a `Blob`, a `Date` that a
 * schema made) are not copied. Takes time in proportion to the data.
 */
export function copyData(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const flat = shell(data);
  if (flat && !Object.values(flat).some((member) => typeof member === 'object' && member !== null))
    return flat;
  const copier = new Copier();
  const copy = copier.copy(data);
  copier.finish();
  return copy;
}
