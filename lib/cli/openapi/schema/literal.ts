import { isObject } from '../document/json-document.js';
import { keyed, quoted } from '../text/quoted.js';

/** A value of the document as the type that holds nothing else. */
export function literalOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'number';
  if (typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`;
  if (!isObject(value)) return 'unknown';
  const members = Object.keys(value)
    .sort()
    .map((name) => `${keyed(name)}: ${literalOf(value[name])}`);
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}
