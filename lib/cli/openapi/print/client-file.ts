import type { DocumentNode } from '../document/json-document.js';
import { readServers } from '../model/operations.js';
import { PURE } from './endpoint-config.js';
import { commentLines, docComment, keyed, quoted, templated, union } from './typescript.js';

/** The version of this package, which stands in the first line of every file that it prints. */
export const VERSION = '5.3.1';

/** What a file is made of, beside what it says of the whole document; each text ends with its line. */
export interface FileParts {
  readonly endpoints: readonly string[];
  readonly types: readonly string[];
  readonly docs: boolean;
}

/** The whole file. It holds no time, no path and no name of a machine. */
export function printFile(document: DocumentNode, { endpoints, types, docs }: FileParts): string {
  const [title, version] = ['title', 'version'].map((word) => oneLine(document.at('info').at(word)));
  const imports = printImports(endpoints).join('');
  return [
    `// homing ${VERSION}: ${title} ${version}\n/* eslint-disable */\n${imports}`,
    printBaseUrl(readServers(document), docs),
    ...printSecurityHeaders(carriedIn(document), docs),
    ...endpoints,
    ...types,
  ].join('\n');
}

/** A version is often written as a number. */
const oneLine = ({ value }: DocumentNode): string =>
  typeof value === 'string' || typeof value === 'number' ? commentLines(String(value)).join(' ').trim() : '';

const printImports = (endpoints: readonly string[]): string[] => [
  ...(endpoints.length > 0 ? ["import { Request as HomingRequest } from 'homing';\n"] : []),
  ...(endpoints.some((text) => text.includes(`place: ${PURE} places(`))
    ? ["import { places } from 'homing/openapi';\n"]
    : []),
];

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
function printBaseUrl(servers: readonly string[], docs: boolean): string {
  const type = servers.length > 0 ? union(servers.map(serverType)) : 'string';
  const doc = docs ? docComment({ texts: ['The servers of the document, for `baseUrl`.'] }) : '';
  return `${doc}export type BaseUrl = ${type};\n`;
}

/** A header that a security scheme asks for; its value as far as it is known, up to what the user has to fill in. */
interface SecurityHeader {
  readonly name: string;
  /** `Bearer `, or `session=` */
  readonly prefix: string;
}

/** A security scheme that a header carries. */
interface Carried {
  readonly name: string;
  readonly header: SecurityHeader;
}

const AUTHORIZATION = 'Authorization';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const headerOf = (scheme: DocumentNode): SecurityHeader | undefined => {
  const name = scheme.text('name') ?? '';
  switch (scheme.text('type')) {
    case 'http':
      return { name: AUTHORIZATION, prefix: `${capitalized(scheme.text('scheme') ?? 'Bearer')} ` };
    case 'oauth2':
    case 'openIdConnect':
      return { name: AUTHORIZATION, prefix: 'Bearer ' };
    case 'apiKey':
      if (scheme.text('in') === 'header') return { name, prefix: '' };
      return scheme.text('in') === 'cookie' ? { name: 'Cookie', prefix: `${name}=` } : undefined;
    default:
      return undefined;
  }
};

/** Those of the document's security schemes that a header carries, by name. */
function carriedIn(document: DocumentNode): Carried[] {
  const schemes = document.at('components').at('securitySchemes');
  return schemes
    .keys()
    .filter((name) => !schemes.child(name).isLost)
    .flatMap((name) => {
      const header = headerOf(schemes.at(name));
      return header ? [{ name, header }] : [];
    });
}

const valueType = ({ header: { prefix } }: Carried): string =>
  prefix ? `\`${templated(prefix)}\${string}\`` : 'string';

const printHeader = (name: string, schemes: readonly Carried[], docs: boolean): string => {
  const texts = [schemes.map((scheme) => scheme.name).join(', ')];
  return `${docs ? docComment({ texts }, '  ') : ''}  ${keyed(name)}?: ${union(schemes.map(valueType))};\n`;
};

/** The type of the headers that the document's security asks for, if any carries some of it. */
function printSecurityHeaders(carried: readonly Carried[], docs: boolean): string[] {
  if (carried.length === 0) return [];
  const members = [...new Set(carried.map(({ header }) => header.name))].sort().map((name) =>
    printHeader(
      name,
      carried.filter(({ header }) => header.name === name),
      docs,
    ),
  );
  const texts = ['For `headers` or `withHeaders`. The comment of each endpoint says what it needs of these.'];
  return [`${docs ? docComment({ texts }) : ''}export type SecurityHeaders = {\n${members.join('')}};\n`];
}
