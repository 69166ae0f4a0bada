import { decodeQuery } from '../../core/seats.js';

/**
 * Scheme and host of a URL, both optional. Read by hand here, as the query below: React Native's `URL` and
 * `URLSearchParams` have been able to do neither for long.
 */
const ORIGIN = /^(?:([a-z][a-z\d+.-]*:))?(?:[\\/]{2}([^\\/?#]*))?/i;

const DEFAULT_PORTS: Readonly<Record<string, RegExp>> = { 'http:': /:(80)?$/, 'https:': /:(443)?$/ };

/**
 * The origin of a URL, in lower case, without user and default port: what two have in common that are of one server.
 * Undefined where it has none and no base has one.
 *
 * @param base What a URL without a scheme, or without a host, is relative to.
 */
export function originOf(url: string, base = ''): string | undefined {
  const [, scheme, host] = ORIGIN.exec(url.trim().toLowerCase()) ?? [];
  const [, baseScheme = ''] = ORIGIN.exec(base.toLowerCase()) ?? [];
  if (host === undefined) return scheme ?? (base ? originOf(base) : undefined);
  const ownScheme = scheme ?? baseScheme;
  const ownHost = host.slice(host.lastIndexOf('@') + 1);
  return ownScheme ? `${ownScheme}//${ownHost.replace(DEFAULT_PORTS[ownScheme] ?? '', '')}` : undefined;
}

/** The query of a URL: the values of each name, in their order. */
export function queryOf(url: string): Map<string, string[]> {
  const query = new Map<string, string[]>();
  const [, text = ''] = /\?([^#]*)/.exec(url.split('#', 1)[0] ?? '') ?? [];
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const end = pair.indexOf('=');
    const name = decodeQuery(end < 0 ? pair : pair.slice(0, end));
    const value = end < 0 ? '' : decodeQuery(pair.slice(end + 1));
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  return query;
}
