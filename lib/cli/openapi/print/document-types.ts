import type { DocumentNode } from '../document/json-document.js';
import { commentLines, docComment, keyed, quoted, templated, union } from './typescript.js';

/** Returns a text of the document in one line. Versions are often written as numbers. */
export const oneLine = ({ value }: DocumentNode): string =>
  typeof value === 'string' || typeof value === 'number' ? commentLines(String(value)).join(' ').trim() : '';

const VARIABLE = /\{[^{}]*\}/;

/** Matches a URL that starts with a scheme, or with a variable that can be one. */
const ABSOLUTE = /^([a-z][a-z\d+.-]*:|\{)/i;

/** Returns the type of a server URL. A relative URL can follow any host. */
const serverType = (url: string): string => {
  const texts = url.split(VARIABLE);
  if (!ABSOLUTE.test(url)) texts.unshift('');
  const last = texts.length - 1;
  // A trailing slash doesn't matter.
  texts[last] = last > 0 ? (texts[last] ?? '').replace(/\/$/, '') : (texts[last] ?? '');
  if (last === 0) return quoted(url);
  return last === 1 && texts.join('') === '' ? 'string' : `\`${texts.map(templated).join('${string}')}\``;
};

/** Prints the type of the document's `baseUrl`. */
export function printBaseUrl(servers: readonly string[], docs: boolean): string {
  const type = servers.length > 0 ? union(servers.map(serverType)) : 'string';
  const doc = docs ? docComment(['The servers of the document, for `baseUrl`.']) : '';
  return `${doc}export type BaseUrl = ${type};\n`;
}

/** A security scheme in a header. `prefix` is the fixed start of the value, such as `Bearer `. */
interface HeaderScheme {
  readonly scheme: string;
  readonly header: string;
  readonly prefix: string;
}

const carriedBy = (name: string, scheme: DocumentNode): HeaderScheme[] => {
  const field = scheme.text('name') ?? '';
  const word = scheme.text('scheme') ?? 'bearer';
  const place = scheme.text('in');
  const bearer = { scheme: name, header: 'Authorization', prefix: 'Bearer ' };
  switch (scheme.text('type')) {
    case 'http':
      return [{ ...bearer, prefix: `${word.charAt(0).toUpperCase()}${word.slice(1)} ` }];
    case 'oauth2':
    case 'openIdConnect':
      return [bearer];
    case 'apiKey':
      if (place === 'header') return [{ scheme: name, header: field, prefix: '' }];
      return place === 'cookie' ? [{ scheme: name, header: 'Cookie', prefix: `${field}=` }] : [];
    default:
      return [];
  }
};

/** Prints the type of the security headers; nothing if no scheme uses a header. */
export function printSecurityHeaders(document: DocumentNode, docs: boolean): string[] {
  const schemes = document.at('components').at('securitySchemes');
  const carried = schemes
    .keys()
    .filter((name) => !schemes.child(name).isLost)
    .flatMap((name) => carriedBy(name, schemes.at(name)));
  if (carried.length === 0) return [];
  const byHeader = new Map<string, HeaderScheme[]>();
  for (const each of carried) {
    const others = byHeader.get(each.header);
    if (others) others.push(each);
    else byHeader.set(each.header, [each]);
  }
  const members = [...byHeader.keys()].sort().map((name) => {
    const all = byHeader.get(name) ?? [];
    const types = all.map(({ prefix }) => (prefix ? `\`${templated(prefix)}\${string}\`` : 'string'));
    const texts = [all.map(({ scheme }) => scheme).join(', ')];
    return `${docs ? docComment(texts, false, '  ') : ''}  ${keyed(name)}?: ${union(types)};\n`;
  });
  const texts = ['For `headers` or `withHeaders`. The comment of each endpoint says what it needs of these.'];
  return [`${docs ? docComment(texts) : ''}export type SecurityHeaders = {\n${members.join('')}};\n`];
}
