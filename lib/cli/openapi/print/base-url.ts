import { docComment } from '../text/doc-comment.js';
import { quoted, templated } from '../text/quoted.js';
import { union } from './union.js';

const VARIABLE = /\{[^{}]*\}/;

/** With a scheme, or a variable that may be one. */
const ABSOLUTE = /^([a-z][a-z\d+.-]*:|\{)/i;

/** A server's URL as a type. One that is relative may stand behind any host. */
const serverType = (url: string): string => {
  const texts = url.split(VARIABLE);
  if (!ABSOLUTE.test(url)) texts.unshift('');
  const last = texts.length - 1;
  // A slash at its end makes no difference.
  texts[last] = last > 0 ? (texts[last] ?? '').replace(/\/$/, '') : (texts[last] ?? '');
  if (last === 0) return quoted(url);
  return last === 1 && texts.join('') === '' ? 'string' : `\`${texts.map(templated).join('${string}')}\``;
};

/** The type of the `baseUrl` that the document has. */
export function printBaseUrl(servers: readonly string[], docs: boolean): string {
  const type = servers.length > 0 ? union(servers.map(serverType)) : 'string';
  const doc = docs ? docComment({ texts: ['The servers of the document, for `baseUrl`.'] }) : '';
  return `${doc}export type BaseUrl = ${type};\n`;
}
