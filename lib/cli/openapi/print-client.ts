import { CodecContentsPrinter } from './codecs/codec-contents.js';
import type { Warnings } from './document/diagnostics.js';
import { DocumentNode, type OpenApiDocument, References } from './document/json-document.js';
import { declaredNames, type GeneratedPart, groupFiles } from './groups/group-files.js';
import { type GroupRule, groupsOf } from './groups/grouping.js';
import { type MocksOptions, printMocks } from './mocks/print-mocks.js';
import { fileSchemas } from './model/file-schemas.js';
import {
  type OperationModel,
  readIncoming,
  readOperations,
  readServers,
  type UnusedSchema,
} from './model/operations.js';
import { operationIds, type Selection } from './model/selection.js';
import { endpointNames } from './names.js';
import type { RulesByName } from './pages/page-rule.js';
import { PagesReader } from './pages/read-pages.js';
import { oneLine, printBaseUrl, printSecurityHeaders } from './print/document-types.js';
import { type ContentsPrinter, printEndpoint } from './print/endpoint.js';
import { Imports } from './print/imports.js';
import { type StreamItem, withStreamReader } from './print/stream-reader.js';
import { TypeContentsPrinter } from './print/type-contents.js';
import { docComment } from './print/typescript.js';
import type { SchemaOptions } from './schema/json-type-printer.js';
import { SchemaTypes } from './schema/schema-types.js';
import { convertsValues } from './shape/conversions.js';
import { SchemaContentsPrinter, type SchemaLibrary } from './validators/schema-printer.js';

/** Version of this package, printed in the first line of every generated file. */
export const VERSION = '5.3.1';

/** How a file is printed. */
export interface PrintOptions extends SchemaOptions {
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
  const { docs, files = new Set() } = options;
  const printer = new TypeContentsPrinter({ types, docs, imports, files });
  const hasCodecs = convertsValues(options) || options.properties !== 'document';
  return hasCodecs ? new CodecContentsPrinter(printer, references, imports, options) : printer;
};

/** Prints an object of all endpoints: `createApi` can't take the whole module, because that exports the schemas too. */
const printRequests = (names: Iterable<string>, imports: Imports, docs: boolean): string[] => {
  const sorted = [...names].sort();
  if (sorted.length === 0) return [];
  const all = sorted.map((name) => (imports.has(name) ? `${name}: $${name}` : name)).join(', ');
  return [
    `${docs ? docComment(['All endpoints, for `createApi`.']) : ''}export const requests = { ${all} };\n`,
  ];
};

/** The files of a generated client. */
export interface PrintedClient {
  /** TypeScript source with LF line breaks. The same document always produces the same text. */
  readonly text: string;
  /** TypeScript source of the mocks; undefined without the option `mocks`. */
  readonly mocks?: string;
  /** Further files of a client with `groups`, sorted by group. `text` is then the index. Without groups: none. */
  readonly parts: readonly GeneratedPart[];
}

/** Prints the types that no endpoint needs. Returns the stream items, by the pointer of their operation. */
function printIncoming(
  printer: ContentsPrinter,
  incoming: readonly UnusedSchema[],
): ReadonlyMap<string, readonly StreamItem[]> {
  const streams = new Map<string, StreamItem[]>();
  for (const { schema, side, name, streamOf } of incoming) {
    const type = printer.incoming(schema, side, name);
    const others = streamOf === undefined ? undefined : (streams.get(streamOf) ?? []);
    if (streamOf === undefined || !others || others.some((each) => each.type === type)) continue;
    streams.set(streamOf, [...others, { schema, type }]);
  }
  return streams;
}

/** Returns the start of all generated files. */
function firstLine(root: DocumentNode): string {
  const [title, version] = ['title', 'version'].map((word) => oneLine(root.at('info').at(word)));
  return `// homing ${VERSION}: ${title} ${version}`;
}

/** Prints a document as TypeScript. The texts contain no time, path or machine name. */
export function printClient(
  document: OpenApiDocument,
  warnings: Warnings,
  options: PrintOptions,
  selection: Selection | undefined,
): PrintedClient {
  const { docs, groups, streams: hasStreams, fileName, mocking } = options;
  const references = new References(document);
  const imports = new Imports();
  const root = new DocumentNode({ value: document, pointer: '' }, references);
  const operations = readOperations(root, warnings, { selection, naming: options, hasStreams });
  const names = selection ? selection.namesOf(operations, warnings) : endpointNames(operations, warnings);
  const grouping = groups && groupsOf(names, groups, warnings);
  const byPointer = new Map([...names].map(([{ pointer }, name]) => [pointer, name]));
  const incoming = readIncoming(root, byPointer, selection);
  const files = fileSchemas(
    operations,
    incoming.map(({ schema }) => schema),
    references,
  );
  const printer = printerOf(references, warnings, imports, { ...options, files });
  const streams = printIncoming(printer, incoming);
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
  const line = firstLine(root);
  const head = `${line}\n/* eslint-disable */\n`;
  const ofIndex = [printBaseUrl(readServers(root), docs), ...printSecurityHeaders(root, docs)];
  const mocked = grouping ?? [{ name: undefined, endpoints: sorted }];
  const mocks = mocking && printMocks({ references, warnings, groups: mocked }, line, mocking);
  const withMocks = mocks === undefined ? {} : { mocks };
  if (grouping) {
    const parts = { head, ofIndex, shared: declarations, groups: grouping, print, imports, fileName };
    return { ...groupFiles(parts), ...withMocks };
  }
  const endpoints = sorted.map(([operation, name]) => print(operation, name));
  const blocks = printer.isFirst ? [...declarations, ...endpoints] : [...endpoints, ...declarations];
  const requests = options.library ? printRequests(names.values(), imports, docs) : [];
  const text = [`${head}${imports.lines().join('')}`, ...ofIndex, ...blocks, ...requests].join('\n');
  return { text, parts: [], ...withMocks };
}
