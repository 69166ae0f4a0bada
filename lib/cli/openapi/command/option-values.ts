import { choiceAdvice, type ChoiceName, isChoice } from '../choices.js';
import { WARNING_CODES, type WarningCode } from '../document/diagnostics.js';
import { FILTER_FORMS, filterProblem } from '../document/filter.js';
import { typeName } from '../document/hooks.js';
import { isGroupRule } from '../groups/grouping.js';
import { hint } from '../nearest.js';

// The checks that the command line and the configuration share. Each returns the rest of a sentence that starts
// with the option, or undefined for a valid value.

const isCode = (word: unknown): word is WarningCode => (WARNING_CODES as readonly unknown[]).includes(word);

/** Checks a code of `allow`. */
export function codeProblem(word: unknown): string | undefined {
  if (isCode(word)) return undefined;
  const got = typeof word === 'string' ? word || 'nothing' : typeName(word);
  const near = typeof word === 'string' ? hint(word, WARNING_CODES, '; try ', '') : '';
  return `needs a warning code: got ${got}${near}; all codes: ${WARNING_CODES.join(', ')}`;
}

/** Checks an origin. Rejects a path: the user would expect only the path to be allowed, but the whole origin would be. */
export function originProblem(value: unknown): string | undefined {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  const got = typeof value === 'string' ? value : typeName(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.host.includes('*'))
    return `needs an origin, https://schemas.example.com: got ${got}`;
  return url.href === `${url.origin}/` ? undefined : `needs only the origin: pass ${url.origin}`;
}

/** Checks the form of a filter. */
export function filterFormProblem(value: unknown): string | undefined {
  const problem = filterProblem(value);
  return problem === undefined ? undefined : `needs ${FILTER_FORMS}: ${problem}`;
}

/** Returns the check of an option that is one of several words. */
export const choiceProblem =
  (name: ChoiceName) =>
  (value: unknown): string | undefined =>
    isChoice(name, value)
      ? undefined
      : `is ${typeof value === 'string' ? value : typeName(value)}: ${choiceAdvice(name)}`;

/** Checks how endpoints are grouped. */
export const groupsProblem = (value: unknown): string | undefined =>
  isGroupRule(value)
    ? undefined
    : `is ${typeof value === 'string' ? value : typeName(value)}: pass tags or a function`;

/** Checks the groups of a command line. */
export const groupsWordProblem = (value: string): string | undefined =>
  value === 'tags' ? undefined : `is ${value}: pass tags`;
