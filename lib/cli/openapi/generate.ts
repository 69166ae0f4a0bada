import { type ChoiceOf, CHOICE_NAMES, choiceAdvice, isChoice } from './choices.js';
import { CodecContentsPrinter } from './codecs/codec-contents.js';
import { DocumentError, shownRef, type Warning, Warnings } from './document/diagnostics.js';
import { DocumentNode, type OpenApiDocument, References } from './document/json-document.js';
import { Filters, type OperationFilter } from './document/filter.js';
import type { DocumentPatch } from './document/patch.js';
import { readDocument } from './document/read-document.js';
import { declaredNames, type GeneratedPart, groupFiles } from './groups/group-files.js';
import { type GroupRule, groupsOf, isGroupRule } from './groups/grouping.js';
import { type OperationModel, readIncoming, readOperations, readServers } from './model/operations.js';
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
import { oneLine, printBaseUrl, printSecurityHeaders } from './print/document-types.js';
import { type ContentsPrinter, printEndpoint } from './print/endpoint.js';
import { Imports } from './print/imports.js';
import { docComment } from './print/typescript.js';
import { TypeContentsPrinter } from './print/type-contents.js';
import { withStreamReader, type StreamItem } from './print/stream-reader.js';
import { quoted } from './print/typescript.js';
import { type HookedSchema, type SchemaHookResult, schemaOverrides } from './schema/schema-overrides.js';
import { OWN_NAMES } from './schema/schema-tools.js';
import { SchemaTypes } from './schema/schema-types.js';
import type { SchemaOptions } from './schema/json-type-printer.js';
import { convertsValues } from './shape/conversions.js';
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
   * Splits the client into groups, each in its own file: `'tags'` for the first tag of each operation, or a
   * function that returns the name of the group. An operation without a name is in the group `other`. `generate`
   * rejects with a TypeError for any other value. Default: one file.
   */
  readonly groups?: GroupRule | undefined;
  /**
   * Name of the output file, without its folder. The imports between the files of groups contain it. Other values
   * than a string don't compile.
   *
   * @default 'api.ts'
   */
  readonly fileName?: string | undefined;
  /**
   * Whether endpoints that return an event stream read it with `events` from `homing/sse`, which needs the package
   * `eventsource-parser`. Otherwise, their data is unknown, with a warning. Any other value is treated as truthy
   * or falsy. The command's default is whether the package is installed.
   *
   * @default false
   */
  readonly streams?: boolean | undefined;
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

/** A generated file, its parts, and warnings about the parts of the document that it can't represent. */
export interface GenerateResult {
  /** TypeScript source with LF line breaks. The same document always produces the same text. */
  readonly text: string;
  /** TypeScript source of the mocks; undefined without the option `mocks`. */
  readonly mocks?: string;
  /** Further files of a client with `groups`, sorted by group. `text` is then the index. Without groups: none. */
  readonly parts: readonly GeneratedPart[];
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
  const { groups, fileName = 'api.ts' } = options;
  if (groups !== undefined && !isGroupRule(groups)) throw new TypeError('groups: pass tags or a function.');
  if (groups !== undefined && mocking)
    throw new TypeError("mocks: omit groups, whose endpoints mocks can't import.");
  const streams = Boolean(options.streams);
  const printing = {
    docs,
    int64,
    dates,
    bytes,
    properties,
    library,
    isStrict,
    groups,
    streams,
    fileName,
    mocking,
    pages,
  };
  const { include, exclude, onOperation, onSchema } = options;
  for (const [name, hook] of Object.entries({ onOperation, onSchema }))
    if (hook !== undefined && typeof hook !== 'function') throw new TypeError(`${name}: pass a function.`);
  const selecting = { filters: new Filters(include, exclude), onOperation };
  const isSelecting = [include, exclude, onOperation].some((each) => each !== undefined);
  const warnings = new Warnings();
  const { document, files, broken, failures } = await readDocument(source, options, warnings);
  const client = withReasons(failures, () => {
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
  return { ...client, warnings: warnings.list, files };
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
  readonly groups: GroupRule | undefined;
  readonly streams: boolean;
  readonly fileName: string;
  readonly library: SchemaLibrary | undefined;
  readonly isStrict: boolean;
  readonly mocking: MocksOptions | undefined;
  readonly pages: RulesByName;
}

const printerOf = (
  references: References,
  warnings: Warnings,
  imports: Imports,
  { library, ...options }: PrintOptions,
): ContentsPrinter => {
  if (library) return new SchemaContentsPrinter(references, warnings, imports, { ...options, library });
  const types = new SchemaTypes(references, warnings, options);
  const printer = new TypeContentsPrinter({ types, docs: options.docs, imports });
  const hasCodecs = convertsValues(options) || options.properties !== 'document';
  return hasCodecs ? new CodecContentsPrinter(printer, references, imports, options) : printer;
};

/** Prints an object of all endpoints: `createApi` can't take the whole module, because that exports the schemas too. */
const printRequests = (names: readonly string[], imports: Imports, docs: boolean): string[] => {
  if (names.length === 0) return [];
  const all = names.map((name) => (imports.has(name) ? `${name}: $${name}` : name)).join(', ');
  return [
    `${docs ? docComment(['All endpoints, for `createApi`.']) : ''}export const requests = { ${all} };\n`,
  ];
};

/** The text of a generated client, and its further files. */
type PrintedClient = Pick<GenerateResult, 'text' | 'parts' | 'mocks'>;

/** Prints the types that no endpoint needs. Returns the stream items, by the pointer of their operation. */
function printIncoming(
  printer: ContentsPrinter,
  root: DocumentNode,
  names: ReadonlyMap<OperationModel, string>,
  selection: Selection | undefined,
): ReadonlyMap<string, readonly StreamItem[]> {
  const streams = new Map<string, StreamItem[]>();
  const byPointer = new Map([...names].map(([{ pointer }, name]) => [pointer, name]));
  for (const { schema, side, name, streamOf } of readIncoming(root, byPointer, selection)) {
    const type = printer.incoming(schema, side, name);
    const others = streamOf === undefined ? undefined : (streams.get(streamOf) ?? []);
    if (streamOf === undefined || !others || others.some((each) => each.type === type)) continue;
    streams.set(streamOf, [...others, { schema, type }]);
  }
  return streams;
}

/** Prints a document as TypeScript. The texts contain no time, path or machine name. */
function printClient(
  document: OpenApiDocument,
  warnings: Warnings,
  options: PrintOptions,
  selection: Selection | undefined,
): PrintedClient {
  const { docs, groups, streams: hasStreams, fileName } = options;
  const references = new References(document);
  const imports = new Imports();
  const printer = printerOf(references, warnings, imports, options);
  const root = new DocumentNode({ value: document, pointer: '' }, references);
  const operations = readOperations(root, warnings, { selection, naming: options, hasStreams });
  const names = selection ? selection.namesOf(operations, warnings) : endpointNames(operations, warnings);
  const grouping = groups && groupsOf(names, groups, warnings);
  const streams = printIncoming(printer, root, names, selection);
  const sorted = [...names].sort(([, one], [, other]) => (one < other ? -1 : 1));
  const pages = new PagesReader(root, {
    given: options.pages,
    ids: operationIds(root),
    conversions: options,
  });
  const printed = new Map(
    sorted.map(([each, name]) => {
      const items = streams.get(each.pointer) ?? [];
      const read = hasStreams ? withStreamReader(each, items, printer, imports) : each;
      const operation = { ...read, pages: pages.of(each) };
      const types = items.map(({ type }) => type).filter((type) => type !== 'unknown');
      return [each, { operation, contents: printer.of(operation, name), items: types }];
    }),
  );
  const declarations = printer.declarations();
  const shared = grouping ? declaredNames(declarations) : undefined;
  const print = (each: OperationModel, name: string): string => {
    const { operation = each, contents = printer.of(each, name), items = [] } = printed.get(each) ?? {};
    const isTaken = imports.has(name) || shared?.has(name) === true;
    return printEndpoint(operation, name, { contents, items, docs, imports, isTaken });
  };
  const [title, version] = ['title', 'version'].map((word) => oneLine(root.at('info').at(word)));
  const head = `// homing ${VERSION}: ${title} ${version}\n/* eslint-disable */\n`;
  const ofIndex = [printBaseUrl(readServers(root), docs), ...printSecurityHeaders(root, docs)];
  if (grouping)
    return groupFiles({ head, ofIndex, shared: declarations, groups: grouping, print, imports, fileName });
  const endpoints = sorted.map(([operation, name]) => print(operation, name));
  const blocks = printer.isFirst ? [...declarations, ...endpoints] : [...endpoints, ...declarations];
  const requests = options.library
    ? printRequests(
        sorted.map(([, name]) => name),
        imports,
        docs,
      )
    : [];
  const text = [`${head}${imports.lines().join('')}`, ...ofIndex, ...blocks, ...requests].join('\n');
  const { mocking } = options;
  const mocks =
    mocking && printMocks({ references, warnings, endpoints: sorted }, head.split('\n', 1)[0] ?? '', mocking);
  return { text, parts: [], ...(mocks !== undefined && { mocks }) };
}
