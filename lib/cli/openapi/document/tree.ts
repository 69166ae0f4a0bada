import { DocumentError } from './document-error.js';
import { isObject } from './json-object.js';
import { childOf } from './pointer.js';
import { refOf } from './references.js';

/** How often something may be met again: a YAML file that uses an alias a thousand times stays far below. */
const MOST_ALIASES = 500_000;

/** How deep values may stand in each other: those of published documents have less than 100 levels. */
const DEEPEST = 1000;

/** A `$ref` in a value. */
interface Found {
  readonly node: object;
  readonly pointer: string;
}

/**
 * The `$ref`s in a value, which has to be a tree: the aliases of YAML can make a circle of it, or a tree so large that
 * walking it doesn't end. Throws a DocumentError for these, and for what is nested beyond reason.
 */
export function refsIn(value: unknown): Found[] {
  let aliasesLeft = MOST_ALIASES;
  const above = new Set<object>();
  const known = new Set<object>();
  const found: Found[] = [];
  const way: string[] = [];
  const visit = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    if (above.has(each)) throw new DocumentError('The document has a circle of aliases; write it with $ref');
    if (above.size > DEEPEST) throw new DocumentError('The document is nested too deeply to be read');
    if (known.has(each)) aliasesLeft -= 1;
    if (aliasesLeft < 0)
      throw new DocumentError('The document has too many aliases of aliases; write them with $ref');
    if (isObject(each) && refOf(each) !== undefined && !known.has(each))
      found.push({ node: each, pointer: childOf('', ...way) });
    known.add(each);
    above.add(each);
    for (const [name, child] of Object.entries(each)) {
      way.push(name);
      visit(child);
      way.pop();
    }
    above.delete(each);
  };
  visit(value);
  return found;
}

/** A copy whose keys are sorted: what is named in the order of the keys is then named alike for every order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.keys(value)
    .sort()
    .map((name) => [name, sorted(value[name])] as const);
  return Object.fromEntries(entries);
}
