import { orUnresolved } from '../document/diagnostics.js';
import type { DocumentNode } from '../document/json-document.js';
import type { OperationModel } from '../model/operations.js';
import type { PrintedEntry } from '../print/endpoint-config.js';
import type { Imports } from '../print/imports.js';
import type { Side } from '../schema/keywords.js';
import { type ConversionOptions, isInt64 } from '../shape/conversions.js';
import { someShape } from '../shape/names-in.js';
import type { ShapeReader } from '../shape/shape-reader.js';

interface ExactJson {
  readonly shapes: ShapeReader;
  readonly options: ConversionOptions;
  readonly imports: Imports;
}

/** The function of homing/codec that parses JSON. */
type ExactParser = 'parseInt64' | 'parseBigInts';

const hasInt64 = (node: DocumentNode, side: Side, { shapes, options }: Omit<ExactJson, 'imports'>): boolean =>
  node.exists &&
  orUnresolved(() => someShape(shapes.read(node, side), (shape) => isInt64(shape, options))) === true;

/** Returns the option of a stream's reader that reads items with exact 64-bit integers; none if the items have none. */
export function exactItemEntries(
  item: DocumentNode,
  parser: ExactParser,
  { imports, ...reading }: ExactJson,
): PrintedEntry[] {
  if (!hasInt64(item, 'received', reading)) return [];
  imports.add('homing/codec', parser);
  return [['parse', parser]];
}

/**
 * Returns the members of a config that read and write JSON with exact 64-bit integers; none if the bodies have none.
 */
export function exactJsonEntries(
  { answer, failures, body }: OperationModel,
  parser: ExactParser,
  { imports, ...reading }: ExactJson,
): PrintedEntry[] {
  const received = [answer.schemas, ...failures.list.map(({ schemas }) => schemas)].flat();
  const isRead = !answer.isByType && received.some((node) => hasInt64(node, 'received', reading));
  const isWritten = body?.media.kind === 'json' && hasInt64(body.media.node.child('schema'), 'sent', reading);
  const entries: PrintedEntry[] = [
    ...(isRead ? [['parseJson', parser] as const] : []),
    ...(isWritten ? [['stringifyJson', 'stringifyInt64'] as const] : []),
  ];
  for (const [, name] of entries) imports.add('homing/codec', name);
  return entries;
}
