const SCHEME = /^\s*[a-z][a-z\d+.-]*:[\\/]*/i;

/**
 * What of a text that should have been a URL may stand in a message: no user name, password, query or fragment,
 * however it is misspelled.
 */
export function shownUrl(text: string): string {
  const [scheme = ''] = SCHEME.exec(text) ?? [];
  const rest = text.slice(scheme.length).replace(/[?#].*$/s, '');
  return scheme + rest.slice(rest.lastIndexOf('@') + 1);
}
