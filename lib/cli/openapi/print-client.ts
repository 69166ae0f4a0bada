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
import { type Contents, type ContentsPrinter, printEndpoint } from './print/endpoint.js';
import { Imports } from './print/imports.js';
import { type StreamItem, withStreamReader } from './print/stream-reader.js';
import { TypeContentsPrinter } from './print/type-contents.js';
import { docComment } from './print/typescript.js';
import { printEventCodec } from './sdk/print-events.js';
import { resourceRule } from './sdk/operation-words.js';
import { printSdk } from './sdk/print-sdk.js';
import type { SdkConfig } from './sdk/sdk-config.js';
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
  readonly sdk: SdkConfig | undefined;
  /** Names of all endpoints, including endpoints that filters and hooks leave out. */
  readonly endpoints: readonly string[];
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
  const all = [...names].sort().map((name) => (imports.has(name) ? ` ${name}: $${name}` : ` ${name}`));
  const value = all.length > 0 ? `{${all.join(',')} }` : '{}';
  return [
    `${docs ? docComment(['All endpoints, for `createApi`.']) : ''}export const requests = ${value};\n`,
  ];
};

/** The files of a generated client. */
export interface PrintedClient {
  /** TypeScript source with LF line breaks. The same document always produces the same text. */
  readonly text: string;
  /** TypeScript source of the mocks; undefined without the option `mocks`. */
  readonly mocks?: string;
  /** Files of an SDK that are written only if they don't exist, such as `../package.json`. Default: none. */
  readonly starters?: readonly GeneratedPart[];
  /** Further files of a client with `groups`, sorted by group. `text` is then the index. Without groups: none. */
  readonly parts: readonly GeneratedPart[];
}

/** Types that no endpoint needs. */
interface IncomingTypes {
  /** The stream items, by the pointer of their operation. */
  readonly streams: ReadonlyMap<string, readonly StreamItem[]>;
  /** The bodies of webhooks. */
  readonly events: readonly string[];
}

/** Prints the types that no endpoint needs. */
function printIncoming(printer: ContentsPrinter, incoming: readonly UnusedSchema[]): IncomingTypes {
  const events: string[] = [];
  const streams = new Map<string, StreamItem[]>();
  for (const { schema, side, name, streamOf, isEvent } of incoming) {
    const type = printer.incoming(schema, side, name);
    if (isEvent) events.push(type);
    const others = streamOf === undefined ? undefined : (streams.get(streamOf) ?? []);
    if (streamOf === undefined || !others || others.some((each) => each.type === type)) continue;
    streams.set(streamOf, [...others, { schema, type }]);
  }
  return { streams, events };
}

/** An endpoint that is ready to be printed. */
interface ReadEndpoint {
  /** The operation as it was read. */
  readonly source: OperationModel;
  /** The operation with its reader and its pages. */
  readonly operation: OperationModel;
  readonly name: string;
  readonly contents: Contents;
  /** Types of its stream items. */
  readonly items: readonly string[];
}

/** The document, the names and the printer for reading endpoints. */
interface EndpointReading {
  readonly root: DocumentNode;
  readonly names: ReadonlyMap<OperationModel, string>;
  readonly streams: IncomingTypes['streams'];
  readonly printer: ContentsPrinter;
  readonly imports: Imports;
  readonly options: PrintOptions;
}

/** Returns the endpoints, sorted by name. */
function readEndpoints({ root, names, streams, printer, imports, options }: EndpointReading): ReadEndpoint[] {
  const pages = new PagesReader(root, {
    given: options.pages,
    ids: operationIds(root),
    conversions: options,
  });
  const sorted = [...names].sort(([, one], [, other]) => (one < other ? -1 : 1));
  return sorted.map(([source, name]) => {
    const items = streams.get(source.pointer) ?? [];
    const read = options.streams ? withStreamReader(source, items, printer, imports) : source;
    const operation = { ...read, pages: pages.of(source) };
    const types = items.map(({ type }) => type).filter((type) => type !== 'unknown');
    return { source, operation, name, contents: printer.of(operation, name), items: types };
  });
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
  const { docs, groups, streams: hasStreams, fileName, sdk, mocking } = options;
  const references = new References(document);
  const imports = new Imports();
  const root = new DocumentNode({ value: document, pointer: '' }, references);
  const receivesWebhooks = sdk !== undefined && sdk.webhooks !== false;
  const reading = { selection, naming: options, hasStreams, receivesWebhooks };
  const operations = readOperations(root, warnings, reading);
  const names = selection ? selection.namesOf(operations, warnings) : endpointNames(operations, warnings);
  const rule = sdk ? resourceRule(groups) : groups;
  const grouping = rule ? groupsOf(names, rule, warnings) : [];
  const isSplit = groups !== undefined && !sdk;
  const byPointer = new Map([...names].map(([{ pointer }, name]) => [pointer, name]));
  const incoming = readIncoming(root, byPointer, selection);
  const others = incoming.map(({ schema }) => schema);
  const files = fileSchemas(operations, others, references);
  const printer = printerOf(references, warnings, imports, { ...options, files });
  const { streams, events } = printIncoming(printer, incoming);
  const endpoints = readEndpoints({ root, names, streams, printer, imports, options });
  const declarations = printer.declarations();
  const shared = isSplit ? declaredNames(declarations) : undefined;
  const bySource = new Map(endpoints.map((each) => [each.source, each]));
  const print = (source: OperationModel, name: string): string => {
    const found = bySource.get(source);
    const isTaken = imports.has(name) || shared?.has(name) === true;
    return found ? printEndpoint(found.operation, name, { ...found, docs, imports, isTaken }) : '';
  };
  const line = firstLine(root);
  const head = `${line}\n/* eslint-disable */\n`;
  const ofIndex = [printBaseUrl(readServers(root), docs), ...printSecurityHeaders(root, docs)];
  const sorted = endpoints.map(({ source, name }) => [source, name] as const);
  const mocked = isSplit ? grouping : [{ name: undefined, endpoints: sorted }];
  const mocks = mocking && printMocks({ references, warnings, groups: mocked }, line, mocking);
  const withMocks = mocks === undefined ? {} : { mocks };
  if (isSplit) {
    const parts = { head, ofIndex, shared: declarations, groups: grouping, print, imports, fileName };
    return { ...groupFiles(parts), ...withMocks };
  }
  const texts = sorted.map(([source, name]) => print(source, name));
  const blocks = printer.isFirst ? [...declarations, ...texts] : [...texts, ...declarations];
  const hasSchemas = options.library !== undefined;
  // An SDK of a document with webhooks alone has no endpoints.
  const hasRequests = hasSchemas && (sdk !== undefined || names.size > 0);
  const requests = hasRequests ? printRequests(names.values(), imports, docs) : [];
  const text = [`${head}${imports.lines().join('')}`, ...ofIndex, ...blocks, ...requests].join('\n');
  if (!sdk) return { text, parts: [], ...withMocks };
  const declared = declaredNames([text]);
  const ofEvents = incoming.flatMap(({ schema, isEvent }) => (isEvent ? [schema] : []));
  const eventCodec = printEventCodec(ofEvents, references, { ...options, files });
  const source = { root, config: sdk, docs, groups: grouping, endpoints, declared, imports, events };
  const printed = printSdk({ ...source, eventCodec, warnings, hasSchemas, line: line.slice(3) });
  return { text, parts: printed.files, starters: printed.starters, ...withMocks };
}
