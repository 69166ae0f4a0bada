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
