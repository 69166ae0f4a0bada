import { createContext, Script } from 'node:vm';

/** Returns the regular expression of a pattern; undefined if JavaScript can't compile it. */
export function compiledPattern(pattern: string): RegExp | undefined {
  // JSON Schema asks for Unicode, but many patterns escape characters that the flag doesn't allow to escape.
  for (const flags of ['u', ''])
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Try the other flags.
    }
  return undefined;
}

/** Milliseconds for one test. A pattern of a document can take exponential time. */
const LONGEST = 100;

/** Number of patterns that can take too long, before no further pattern is tested. */
const MOST_SLOW = 20;

const test = /* @__PURE__ */ new Script('regexp.test(text)');

/** Where patterns are tested; created at the first test. */
let context: object | undefined;

/** Patterns that took too long. */
const slow = new Set<string>();

/** Returns whether a text matches a pattern; undefined if JavaScript can't compile the pattern or it takes too long. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const regexp = compiledPattern(pattern);
  if (!regexp || slow.has(pattern) || slow.size >= MOST_SLOW) return undefined;
  // Texts of examples can be long, and a pattern without repetitions needs no limit.
  if (!/[*+{]/.test(pattern)) return regexp.test(text);
  context ??= createContext({});
  Object.assign(context, { regexp, text });
  try {
    return test.runInContext(context, { timeout: LONGEST }) === true;
  } catch {
    slow.add(pattern);
    return undefined;
  }
}
