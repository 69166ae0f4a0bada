import { DocumentError, shownRef, type Warning, Warnings } from './document/diagnostics.js';
import { DocumentNode, References } from './document/json-document.js';
import { readDocument } from './document/read-document.js';
import { type GenerateOptions, readOptions } from './generate-options.js';
import { allEndpointNames, Selection } from './model/selection.js';
import { printClient, type PrintedClient } from './print-client.js';
import { quoted } from './print/typescript.js';
import { schemaOverrides } from './schema/schema-overrides.js';

/** A generated file, its parts, and warnings about the parts of the document that it can't represent. */
export interface GenerateResult extends PrintedClient {
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
  const { printing, filters, isSelecting } = readOptions(options);
  const warnings = new Warnings();
  const { document, files, broken, failures } = await readDocument(options.document, options, warnings);
  const client = withReasons(failures, () => {
    const root = new DocumentNode({ value: document, pointer: '' }, new References(document));
    const selection = isSelecting
      ? new Selection(root, { filters, onOperation: options.onOperation }, warnings)
      : undefined;
    if (selection) warnings.remove((pointer) => selection.isOmitted(pointer));
    const endpoints = allEndpointNames(root, selection);
    const overrides = schemaOverrides(document, options.onSchema, printing.library ? endpoints : []);
    return printClient(document, warnings, { ...printing, overrides, endpoints }, selection);
  });
  for (const { pointer, message, file } of broken) {
    const why = `${message}, but no endpoint needs it: fix it, or remove it`;
    warnings.add('unused-ref', pointer, why, file);
  }
  return { ...client, warnings: warnings.list, files };
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
