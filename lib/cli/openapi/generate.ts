import { DocumentError, shownRef, type Warning, Warnings } from './document/diagnostics.js';
import { DocumentNode, type OpenApiDocument, References } from './document/json-document.js';
import { readDocument } from './document/read-document.js';
import { readIncoming, readOperations, readServers } from './model/operations.js';
import { endpointNames } from './names.js';
import { PARSE_BY_TYPE } from './print/endpoint-config.js';
import { printEndpoint } from './print/endpoint.js';
import { commentLines, docComment, keyed, quoted, templated, union } from './print/typescript.js';
import type { SchemaOptions } from './schema/json-type-printer.js';
import { SchemaTypes } from './schema/schema-types.js';

/** The version of this package, which stands in the first line of every file that it prints. */
export const VERSION = '5.3.1';

/** What a client is generated from, and how. */
export interface GenerateOptions {
  /**
   * A file, a URL, or a document that was read already. Required. What is none, or can't become a client: `generate`
   * rejects with an error whose `message` says what to do, and `pointer` where.
   */
  readonly document: string | object;
  /** Refuses a document or a `$ref` that would have to be fetched. Default false. Counts as false unless it is true. */
  readonly offline?: boolean | undefined;
  /**
   * The folder in which a `$ref` may name a file. Default: that of the document; none, for a URL or an object. A `$ref`
   * to a file elsewhere: `generate` rejects, if an endpoint needs it.
   */
  readonly root?: string | undefined;
  /**
   * Origins that a `$ref` may name, `https://schemas.example.com`. Default: that of the document, if it is a URL. A
   * `$ref` to another: `generate` rejects, if an endpoint needs it.
   */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Whether the file has doc comments. Default true. Any other value counts as it does in a condition. */
  readonly docs?: boolean | undefined;
  /**
   * What an integer of 64 bits is. `JSON.parse` rounds it beyond 2^53. Default `'number'`. Anything else: `generate`
   * rejects.
   */
  readonly int64?: 'number' | 'string' | undefined;
}

/** A generated file, and what the document says that it can't. */
export interface GenerateResult {
  /** TypeScript, in lines that end with LF. The same for the same document, whenever and wherever. */
  readonly text: string;
  /** In the order in which they were found. */
  readonly warnings: readonly Warning[];
  /** The files that were read, by their absolute paths; the document's own is the first. */
  readonly files: readonly string[];
}

/**
 * Makes a client of an OpenAPI document: an endpoint for each operation, ready for `createApi`, and their types. Rejects
 * with an error for a document that can't be read, or can't become a client: its message says what to do, and its
 * `pointer`, if it has one, where.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { document: source, docs = true, int64 = 'number' } = options;
  if (typeof source !== 'string' && (typeof source !== 'object' || (source as unknown) === null))
    throw new TypeError('document: pass a file, URL or object.');
  if (!(['number', 'string'] as unknown[]).includes(int64))
    throw new TypeError('int64: pass number or string.');
  const warnings = new Warnings();
  const { document, files, broken, failures } = await readDocument(source, options, warnings);
  const text = withReasons(failures, () => printClient(document, warnings, { int64, docs }));
  for (const { pointer, message, file } of broken) {
    const why = `${message}, but no endpoint needs it: fix it, or remove it`;
    warnings.add('unused-ref', pointer, why, file);
  }
  return { text, warnings: warnings.list, files };
}

/** A file that could not be read is why a `$ref` leads nowhere. */
function withReasons<T>(failures: ReadonlyMap<string, string>, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DocumentError) || error.ref === undefined) throw error;
    const name = error.ref.replace(/#.*$/s, '').replace(/^(\.{0,2}\/)+/, '');
    const [, reason] = [...failures].find(([address]) => name !== '' && address.endsWith(name)) ?? [];
    if (reason === undefined) throw error;
    throw new DocumentError(`$ref ${quoted(shownRef(error.ref))} can't be resolved: ${reason}`, error);
  }
}

/** What is read of a document, as TypeScript. It holds no time, no path and no name of a machine. */
function printClient(document: OpenApiDocument, warnings: Warnings, options: SchemaOptions): string {
  const { docs } = options;
  const references = new References(document);
  const types = new SchemaTypes(references, warnings, options);
  const root = new DocumentNode({ value: document, pointer: '' }, references);
  const names = endpointNames(readOperations(root, warnings), warnings);
  const streams = new Map<string, Set<string>>();
  const byPointer = new Map([...names].map(([{ pointer }, name]) => [pointer, name]));
  for (const { schema, side, name, streamOf } of readIncoming(root, byPointer)) {
    const type = types.incoming(schema, side, name);
    if (streamOf !== undefined) streams.set(streamOf, (streams.get(streamOf) ?? new Set()).add(type));
  }
  const sorted = [...names].sort(([, one], [, other]) => (one < other ? -1 : 1));
  const endpoints = sorted.map(([operation, name]) =>
    printEndpoint(operation, name, { types, docs, streams }),
  );
  const [title, version] = ['title', 'version'].map((word) => oneLine(root.at('info').at(word)));
  return [
    `// homing ${VERSION}: ${title} ${version}\n/* eslint-disable */\n${printImports(endpoints).join('')}`,
    printBaseUrl(readServers(root), docs),
    ...printSecurityHeaders(root, docs),
    ...endpoints,
    ...types.declarations(),
  ].join('\n');
}

/** A version is often written as a number. */
const oneLine = ({ value }: DocumentNode): string =>
  typeof value === 'string' || typeof value === 'number' ? commentLines(String(value)).join(' ').trim() : '';

/** What a file takes from homing/openapi, with how a use of it looks, which no line of a comment does. */
const FROM_OPENAPI = [
  [PARSE_BY_TYPE, new RegExp(`^(?! *\\/?\\*).* parseJson: ${PARSE_BY_TYPE} \\}\\);$`, 'm')],
  ['places', / place: \/\* @__PURE__ \*\/ places\(/],
] as const;

const printImports = (endpoints: readonly string[]): string[] => {
  const used = FROM_OPENAPI.filter(([, use]) => endpoints.some((text) => use.test(text)));
  const names = used.map(([name]) => name).join(', ');
  return [
    ...(endpoints.length > 0 ? ["import { Request as HomingRequest } from 'homing';\n"] : []),
    ...(names ? [`import { ${names} } from 'homing/openapi';\n`] : []),
  ];
};

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
  const doc = docs ? docComment(['The servers of the document, for `baseUrl`.']) : '';
  return `${doc}export type BaseUrl = ${type};\n`;
}

/** A security scheme that a header carries: which, and its value up to what the user has to fill in, as `Bearer `. */
interface Carried {
  readonly scheme: string;
  readonly header: string;
  readonly prefix: string;
}

const carriedBy = (name: string, scheme: DocumentNode): Carried[] => {
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

/** The type of the headers that the document's security asks for, if any carries some of it. */
function printSecurityHeaders(document: DocumentNode, docs: boolean): string[] {
  const schemes = document.at('components').at('securitySchemes');
  const carried = schemes
    .keys()
    .filter((name) => !schemes.child(name).isLost)
    .flatMap((name) => carriedBy(name, schemes.at(name)));
  if (carried.length === 0) return [];
  const byHeader = new Map<string, Carried[]>();
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
