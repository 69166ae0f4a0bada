const nameOf = (pair: string): string => (pair.split('=', 1)[0] ?? '').trim();

/** One Cookie header of the caller's own and of the jar's: of two cookies with one name the caller's is sent. */
export function joinedCookies(own: string, jars: string): string {
  const names = new Set(own.split(';').map(nameOf));
  const others = jars.split(';').filter((pair) => !names.has(nameOf(pair)));
  return [own, ...others.map((pair) => pair.trim())].filter(Boolean).join('; ');
}
