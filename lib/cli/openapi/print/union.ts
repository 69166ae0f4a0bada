/** A union of types as they are written, each once. */
export function union(types: readonly string[]): string {
  const members = [...new Set(types)];
  if (members.includes('unknown') || members.length === 0) return 'unknown';
  return members.join(' | ');
}
