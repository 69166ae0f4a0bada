/** The part of an absolute URL that says who gets the request; the user's name and password are no part of it. */
const ORIGIN = /^([a-z][a-z\d+.-]*:\/\/)(?:[^/?#@]*@)?([^/?#]*)/i;

/** The origin of a URL; `''` for a relative one, which is the page's own. */
export function keyOfOrigin(url: string): string {
  const [, scheme = '', host = ''] = ORIGIN.exec(url) ?? [];
  return (scheme + host).toLowerCase();
}
