import { isObject } from '../platform/is-object.js';
import type { ForeignWords } from './foreign-words.js';

/** As many as a log can take. */
const MOST = 20;

/** A key that is shown as it is. */
const NAME = /^[A-Za-z_$][\w$]*$/;

const keyOf = (segment: unknown): unknown =>
  isObject(segment) ? (segment as { key?: unknown }).key : segment;

const segmentText = (segment: unknown, words: ForeignWords): string => {
  const key = String(keyOf(segment));
  if (/^\d+$/.test(key)) return `[${key}]`;
  // The name of a field in a record may be anything, a token too.
  if (words.isSecret(key)) return '[…]';
  return NAME.test(key) ? `.${key}` : `[${JSON.stringify(words.text(key) || '…')}]`;
};

const pathOf = (issue: unknown, words: ForeignWords): string => {
  const { path } = issue as { path?: unknown };
  if (!Array.isArray(path)) return '';
  return path
    .slice(0, MOST)
    .map((segment) => segmentText(segment, words))
    .join('')
    .replace(/^\./, '');
};

/**
 * Where a schema found something wrong: `items[2].price`, `''` for the whole of the data. Never what it found, and
 * never the words of the validator, which quote values.
 */
export function issuePaths(issues: unknown, words: ForeignWords): string[] {
  try {
    return (issues as unknown[]).slice(0, MOST).map((issue) => pathOf(issue, words));
  } catch {
    // A validator may be of anybody's making.
    return [];
  }
}
