/**
 * Matches export lists, comments, strings, templates without code, and names with the characters that tell keys from
 * uses. The ends are optional: an unsuccessful search for one from each start would take quadratic time.
 */
const TOKENS =
  /^export \{[^}]*\}?;?|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|`(?:[^`\\]|\\.)*`?|(?<dot>\.\s*)?(?<![\w$])(?<name>[\p{L}_$][\p{L}\p{N}_$]*)(?<key>\??:)?(?<call>\()?/gmu;

/**
 * Returns the names that generated code uses. Names in comments, strings and export lists, keys of objects and members
 * after a dot don't count.
 */
export function usedNames(code: string): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { groups = {} } of code.matchAll(TOKENS)) {
    const { name, dot, key, call } = groups;
    if (name === undefined || dot !== undefined || key !== undefined) continue;
    // A codec has the name of this operator.
    if (name !== 'as' || call !== undefined) used.add(name);
  }
  return used;
}
