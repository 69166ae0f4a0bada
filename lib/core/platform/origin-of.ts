/** The origin of a URL, of a relative one that of the page; `''` where there is none. */
export function originOf(url: string): string {
  try {
    return new URL(url, (globalThis as { location?: { href?: string } }).location?.href).origin;
  } catch {
    return '';
  }
}
