/** A document as messages name it: a URL without what may be secret in it. */
export function shownSource(source: string): string {
  if (!/^https?:/i.test(source)) return source;
  try {
    const { origin, pathname } = new URL(source);
    return origin + pathname;
  } catch {
    return source.replace(/[?#].*/s, '');
  }
}
