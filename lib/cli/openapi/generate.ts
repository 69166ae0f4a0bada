import { type ChoiceOf, CHOICE_NAMES, choiceAdvice, isChoice } from './choices.js';
import { CodecContentsPrinter } from './codecs/codec-contents.js';
import { DocumentError, shownRef, type Warning, Warnings } from './document/diagnostics.js';
import { DocumentNode, type OpenApiDocument, References } from './document/json-document.js';
import { Filters, type OperationFilter } from './document/filter.js';
import type { DocumentPatch } from './document/patch.js';
import { readDocument } from './document/read-document.js';
import { readIncoming, readOperations, readServers } from './model/operations.js';
import { type MocksOptions, printMocks } from './mocks/print-mocks.js';
import {
  type HookedOperation,
  type OperationHookResult,
  operationIds,
  Selection,
} from './model/selection.js';
import { endpointNames } from './names.js';
import { givenRules, type PagesRuleMap, type RulesByName } from './pages/page-rule.js';
import { PagesReader } from './pages/read-pages.js';
import { type ContentsPrinter, printEndpoint } from './print/endpoint.js';
import { Imports } from './print/imports.js';
import { TypeContentsPrinter } from './print/type-contents.js';
import { commentLines, docComment, keyed, quoted, templated, union } from './print/typescript.js';
import { type HookedSchema, type SchemaHookResult, schemaOverrides } from './schema/schema-overrides.js';
import { OWN_NAMES, SchemaTypes } from './schema/schema-types.js';
import type { SchemaOptions } from './schema/json-type-printer.js';
import { SchemaContentsPrinter, type SchemaLibrary } from './validators/schema-printer.js';

/** Version of this package, printed in the first line of every generated file. */
export const VERSION = '5.3.1';

/** Options of `generate`. */
export interface GenerateOptions {
  /**
   * A path, a URL, or a parsed document. Required. `generate` rejects if it can't be read or can't become a
   * client. The error's `message` names the fix and its `pointer` the location.
   */
  readonly document: string | object;
  /**
   * Whether to reject a document or a `$ref` that would have to be downloaded. Any other value is treated as
   * truthy or falsy.
   *
   * @default false
   */
  readonly offline?: boolean | undefined;
  /**
   * Folder whose files a `$ref` can name. Default: the folder of the document; no folder for a URL or an
   * object. `generate` rejects if an endpoint needs a file outside the folder.
   */
  readonly root?: string | undefined;
  /**
   * Further origins that a `$ref` can name, such as `https://schemas.example.com`. The document's own origin
   * is always allowed. `generate` rejects if an endpoint needs another origin.
   *
   * @default []
   */
  readonly allowOrigins?: readonly string[] | undefined;
  /**
   * Whether the file has doc comments. Any other value is treated as truthy or falsy.
   *
   * @default true
   */
  readonly docs?: boolean | undefined;
  /**
   * Type of a 64-bit integer. `JSON.parse` rounds numbers beyond 2^53, which `'bigint'` keeps exact. For
   * `'string'`, the client's `parseJson` must make strings. `generate` rejects with a TypeError for any other
   * value.
   *
   * @default 'number'
   */
  readonly int64?: ChoiceOf<'int64'> | undefined;
  /**
   * Type of base64 text (`format: byte`) in the program. `generate` rejects with a TypeError for any other
   * value.
   *
   * @default 'base64'
   */
  readonly bytes?: ChoiceOf<'bytes'> | undefined;
  /**
   * Names of params and members in the program: as in the document, or in camelCase. `generate` rejects with a
   * TypeError for any other value, and with a DocumentError if two members get one name.
   *
   * @default 'document'
   */
  readonly properties?: ChoiceOf<'properties'> | undefined;
  /**
   * The library of the schemas that the file declares for params, data and errors. Default: none, only types.
   * `generate` rejects with a TypeError for any other value.
   */
  readonly schemas?: ChoiceOf<'schemas'> | undefined;
  /**
   * Whether schemas reject members and enum values that the document doesn't describe. Any other value is
   * treated as truthy or falsy.
   *
   * @default false
   */
  readonly strictSchemas?: boolean | undefined;
  /**
   * Type of dates in the program. `generate` rejects with a TypeError for any other value.
   *
   * @default 'string'
   */
  readonly dates?: ChoiceOf<'dates'> | undefined;
  /**
   * The operations to generate. An operation is generated if any filter matches it. `generate` rejects if a
   * filter is invalid or matches nothing. Types that no generated operation uses are omitted.
   *
   * @default all operations
   */
  readonly include?: readonly OperationFilter[] | undefined;
  /**
   * The operations to omit, also if `include` matches them. A filter that matches nothing is a warning.
   * `generate` rejects if a filter is invalid.
   *
   * @default []
   */
  readonly exclude?: readonly OperationFilter[] | undefined;
  /**
   * Functions that change the parsed document before it is read: the document's own file, not the files of its
   * `$ref`s. Each function changes its argument, or returns another document. `generate` rejects if one throws,
   * or returns a promise.
   */
  readonly patch?: DocumentPatch | readonly DocumentPatch[] | undefined;
  /**
   * Called for each operation that the filters keep, in the order of their paths. Can leave it out, or rename
   * its endpoint. `generate` rejects if the function throws, or returns an invalid value or a promise.
   */
  readonly onOperation?: ((operation: HookedOperation) => OperationHookResult) | undefined;
  /**
   * Called for each schema of the components, in the order of their names. Can rename or replace its type.
   * `generate` rejects if the function throws, or returns an invalid value or a promise.
   */
  readonly onSchema?: ((schema: HookedSchema) => SchemaHookResult) | undefined;
  /**
   * Module of the client as the mocks import it, such as `./api.js`. Default: no mocks. `generate` rejects with
   * a TypeError for an empty string and for another type.
   */
  readonly mocks?: string | undefined;
  /**
   * Whole number that selects the values of mocks. `generate` rejects with a TypeError for a negative number and
   * for a fraction.
   *
   * @default 0
   */
  readonly seed?: number | undefined;
  /**
   * Whether texts of mocks are calls of `@faker-js/faker`, which your project must install. Any other value is
   * treated as truthy or falsy.
   *
   * @default false
   */
  readonly faker?: boolean | undefined;
  /**
   * How the pages of operations follow each other, by `operationId`, or `*` for all operations that a rule fits.
   * Wins over extensions of the document, except `*`. `generate` rejects with a TypeError for an invalid rule, and
   * with a DocumentError for an unknown operation and for a rule that doesn't fit its operation.
   *
   * @default {}
   */
  readonly pages?: PagesRuleMap | undefined;
}

/** A generated file, and warnings about the parts of the document that it can't represent. */
export interface GenerateResult {
  /** TypeScript source with LF line breaks. The same document always produces the same text. */
  readonly text: string;
  /** TypeScript source of the mocks; undefined without the option `mocks`. */
  readonly mocks?: string;
  /** Warnings in the order in which they were found. */
  readonly warnings: readonly Warning[];
  /** Absolute paths of the files that were read. The document's own file is first. */
  readonly files: readonly string[];
}

/**
 * Generates a client from an OpenAPI document: an endpoint for each operation, ready for `createApi`, and
 * their types. Rejects if the document can't be read or can't become a client. The error's `message` names
 * the fix and its `pointer`, if set, the location.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { document: source, docs = true, schemas: library } = options;
  const { int64 = 'number', dates = 'string', bytes = 'base64', properties = 'document' } = options;
  if (typeof source !== 'string' && (typeof source !== 'object' || (source as unknown) === null))
    throw new TypeError('document: pass a file, URL or object.');
  for (const name of CHOICE_NAMES)
    if (options[name] !== undefined && !isChoice(name, options[name]))
      throw new TypeError(`${name}: ${choiceAdvice(name)}.`);
  const isStrict = Boolean(options.strictSchemas);
  const mocking = mocksOf(options);
  const pages = givenRules(options.pages);
  const printing = { docs, int64, dates, bytes, properties, library, isStrict, mocking, pages };
  const { include, exclude, onOperation, onSchema } = options;
  for (const [name, hook] of Object.entries({ onOperation, onSchema }))
    if (hook !== undefined && typeof hook !== 'function') throw new TypeError(`${name}: pass a function.`);
  const selecting = { filters: new Filters(include, exclude), onOperation };
  const isSelecting = [include, exclude, onOperation].some((each) => each !== undefined);
  const warnings = new Warnings();
  const { document, files, broken, failures } = await readDocument(source, options, warnings);
  const printed = withReasons(failures, () => {
    const root = new DocumentNode({ value: document, pointer: '' }, new References(document));
    const selection = isSelecting ? new Selection(root, selecting, warnings) : undefined;
    if (selection) warnings.remove((pointer) => selection.isOmitted(pointer));
    const overrides = schemaOverrides(document, onSchema, OWN_NAMES);
    return printClient(document, warnings, { ...printing, overrides }, selection);
  });
  for (const { pointer, message, file } of broken) {
    const why = `${message}, but no endpoint needs it: fix it, or remove it`;
    warnings.add('unused-ref', pointer, why, file);
  }
  return { ...printed, warnings: warnings.list, files };
}

/** Returns the options of the mocks; undefined without mocks. */
function mocksOf({ mocks, seed = 0, faker }: GenerateOptions): MocksOptions | undefined {
  if (!Number.isSafeInteger(seed) || seed < 0) throw new TypeError('seed: pass a whole number from 0.');
  if (mocks === undefined) return undefined;
  if (typeof mocks !== 'string' || mocks === '') throw new TypeError('mocks: pass the module of the client.');
  return { client: mocks, seed, faker: Boolean(faker) };
}

/** Adds the reason to the error of an unresolved `$ref`, if its file could not be read. */
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

/** How a file is printed. */
interface PrintOptions extends SchemaOptions {
  readonly library: SchemaLibrary | undefined;
  readonly isStrict: boolean;
  readonly mocking: MocksOptions | undefined;
  readonly pages: RulesByName;
}

/** The texts of the files. */
type Printed = Pick<GenerateResult, 'text' | 'mocks'>;

const printerOf = (
  references: References,
  warnings: Warnings,
  imports: Imports,
  { library, ...options }: PrintOptions,
): ContentsPrinter => {
  if (library) return new SchemaContentsPrinter(references, warnings, imports, { ...options, library });
  const types = new SchemaTypes(references, warnings, options);
  const printer = new TypeContentsPrinter({ types, docs: options.docs, imports });
  const isPlain =
    options.dates === 'string' &&
    options.int64 !== 'bigint' &&
    options.bytes === 'base64' &&
    options.properties === 'document';
  return isPlain ? printer : new CodecContentsPrinter(printer, references, warnings, imports, options);
};

/** Prints a document as TypeScript. The texts contain no time, path or machine name. */
function printClient(
  document: OpenApiDocument,
  warnings: Warnings,
  options: PrintOptions,
  selection: Selection | undefined,
): Printed {
  const { docs } = options;
  const references = new References(document);
  const imports = new Imports();
  const printer = printerOf(references, warnings, imports, options);
  const root = new DocumentNode({ value: document, pointer: '' }, references);
  const operations = readOperations(root, warnings, { selection, naming: options });
  const names = selection ? selection.namesOf(operations, warnings) : endpointNames(operations, warnings);
  const streams = new Map<string, Set<string>>();
  const byPointer = new Map([...names].map(([{ pointer }, name]) => [pointer, name]));
  for (const { schema, side, name, streamOf } of readIncoming(root, byPointer, selection)) {
    const type = printer.incoming(schema, side, name);
    if (streamOf !== undefined) streams.set(streamOf, (streams.get(streamOf) ?? new Set()).add(type));
  }
  const sorted = [...names].sort(([, one], [, other]) => (one < other ? -1 : 1));
  const pages = new PagesReader(root, {
    given: options.pages,
    ids: operationIds(root),
    conversions: options,
  });
  const endpoints = sorted.map(([operation, name]) =>
    printEndpoint({ ...operation, pages: pages.of(operation) }, name, {
      contents: printer.of(operation, name),
      items: [...(streams.get(operation.pointer) ?? [])].filter((type) => type !== 'unknown'),
      docs,
      imports,
    }),
  );
  const [title, version] = ['title', 'version'].map((word) => oneLine(root.at('info').at(word)));
  const declarations = printer.declarations();
  const line = `// homing ${VERSION}: ${title} ${version}`;
  const text = [
    `${line}\n/* eslint-disable */\n${imports.lines().join('')}`,
    printBaseUrl(readServers(root), docs),
    ...printSecurityHeaders(root, docs),
    ...(printer.isFirst ? [...declarations, ...endpoints] : [...endpoints, ...declarations]),
  ].join('\n');
  const { mocking } = options;
  if (!mocking) return { text };
  return { text, mocks: printMocks({ references, warnings, endpoints: sorted }, line, mocking) };
}

/** Versions are often written as numbers. */
const oneLine = ({ value }: DocumentNode): string =>
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
function printBaseUrl(servers: readonly string[], docs: boolean): string {
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
function printSecurityHeaders(document: DocumentNode, docs: boolean): string[] {
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
