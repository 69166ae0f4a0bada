import { identities } from './identities.js';
import { isObject } from './is-object.js';
import { isPlain } from './is-plain.js';

const identityOf = /* @__PURE__ */ identities();

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

const textOfObject = (value: object, ancestors: Set<object>): string => {
  try {
    const isList = Array.isArray(value);
    const hasOnlyMembers = isList || isPlain(value);
    const entries = hasOnlyMembers ? Object.entries(value) : [];
    // What has members that nobody sees, as by a symbol, is more than its content. The length of a list is one of them.
    const isAllSeen = entries.length + (isList ? 1 : 0) === Reflect.ownKeys(value).length;
    if (!hasOnlyMembers || !isAllSeen || ancestors.has(value)) return identityOf(value);
    ancestors.add(value);
    // The texts of members stand in it as they are: one that was quoted at each level would double at each.
    const members = entries
      .sort(byName)
      .map(([name, member]) => `${JSON.stringify(name)}: ${textOf(member, ancestors)}`);
    ancestors.delete(value);
    return `${isList ? 'list' : 'members'} {${members.join()}}`;
  } catch {
    // A getter that throws, a proxy that was revoked, a nesting deeper than the stack.
    return identityOf(value);
  }
};

const textOf = (value: unknown, ancestors: Set<object>): string => {
  if (isObject(value)) return textOfObject(value, ancestors);
  if (typeof value === 'string') return JSON.stringify(value);
  // A symbol is told from every other by an object of its own: it is equal to nothing, not even to itself.
  if (typeof value === 'function' || typeof value === 'symbol') return identityOf(Object(value) as object);
  return `${typeof value} ${String(value)}`;
};

/**
 * Somebody's options as text, for keys: equal where plain values have the same content, at every depth, and where
 * everything else is the very same. It holds in this process only.
 */
export const valueText = (value: object): string => textOf(value, new Set());
