import { isObject } from '../document/json-document.js';
import { keyed, quoted } from './typescript.js';

/** Returns the literal type of a value in the document. */
export function literalType(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'number';
  if (typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(literalType).join(', ')}]`;
  if (!isObject(value)) return 'unknown';
  const members = Object.keys(value)
    .sort()
    .map((name) => `${keyed(name)}: ${literalType(value[name])}`);
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}
