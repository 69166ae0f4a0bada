import { DocumentError, shownRef, type Warning, Warnings } from './document/diagnostics.js';
import { DocumentNode, type OpenApiDocument, References } from './document/json-document.js';
import { readDocument } from './document/read-document.js';
import { readIncoming, readOperations } from './model/operations.js';
import { endpointNames } from './names.js';
import { printFile } from './print/client-file.js';
import { printEndpoint } from './print/endpoint.js';
import { quoted } from './print/typescript.js';
import type { SchemaOptions } from './schema/json-type-printer.js';
import { SchemaTypes } from './schema/schema-types.js';

/** What a client is generated from, and how. */
export interface GenerateOptions {
  /** A file, a URL, or a document that was read already. */
  readonly document: string | object;
  /** Refuses a document or a `$ref` that would have to be fetched. Default false. */
  readonly offline?: boolean | undefined;
  /** The folder in which a `$ref` may name a file. Default: that of the document; none, for a URL or an object. */
  readonly root?: string | undefined;
  /** Origins that a `$ref` may name, `https://schemas.example.com`. Default: that of the document, if it is a URL. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Whether the file has doc comments. Default true. */
  readonly docs?: boolean | undefined;
  /** What an integer of 64 bits is. `JSON.parse` rounds it beyond 2^53. Default `'number'`. */
  readonly int64?: 'number' | 'string' | undefined;
}

/** A generated file, and what the document says that it can't. */
export interface Generated {
  /** TypeScript, in lines that end with LF. The same for the same document, whenever and wherever. */
  readonly text: string;
  /** In the order in which they were found. */
  readonly warnings: readonly Warning[];
  /** The files that were read, by their absolute paths; the document's own is the first. */
  readonly files: readonly string[];
}

const INT64: readonly unknown[] = ['number', 'string'];

/**
 * Makes a client of an OpenAPI document: an endpoint for each operation, ready for `createApi`, and their types. Rejects
 * with an error for a document that can't be read, or can't become a client: its message says what to do, and its
 * `pointer`, if it has one, where.
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { document: source, docs = true, int64 = 'number' } = options;
  if (typeof source !== 'string' && (typeof source !== 'object' || (source as unknown) === null))
    throw new TypeError('document is a file, a URL or an object.');
  if (!INT64.includes(int64)) throw new TypeError("int64 is 'number' or 'string'.");
  const warnings = new Warnings();
  const { document, files, broken, failures } = await readDocument(source, options, warnings);
  const text = withReasons(failures, () => printClient(document, warnings, { int64, docs }));
  for (const { pointer, message, file } of broken)
    warnings.add(
      'unused-ref',
      pointer,
      `${message}, and no endpoint needs it: mend it, or take it out`,
      file,
    );
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
    throw new DocumentError(`$ref ${quoted(shownRef(error.ref))} leads nowhere: ${reason}`, error);
  }
}

/** What is read of a document, as TypeScript. */
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
  return printFile(root, { endpoints, types: types.declarations(), docs });
}
