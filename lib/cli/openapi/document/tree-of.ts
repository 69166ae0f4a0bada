import { DocumentError } from './document-error.js';

/** How often something may be met again: a YAML file that uses an alias a thousand times stays far below. */
const MOST = 500_000;

/**
 * The value itself, if it is a tree. The aliases of YAML can make a circle of it, or a tree so large that walking it
 * doesn't end.
 */
export function treeOf(value: unknown): unknown {
  let left = MOST;
  const above = new Set<object>();
  const known = new Set<object>();
  const visit = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    if (above.has(each)) throw new DocumentError('The document has a circle of aliases; write it with $ref');
    if (known.has(each)) left -= 1;
    if (left < 0)
      throw new DocumentError('The document has too many aliases of aliases; write them with $ref');
    known.add(each);
    above.add(each);
    for (const child of Object.values(each)) visit(child);
    above.delete(each);
  };
  visit(value);
  return value;
}
