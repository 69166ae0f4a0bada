import { own } from '../document/json-document.js';
import type { DocumentNode } from '../document/json-document.js';
import type { SequenceFormat } from '../model/media-type.js';
import type { OperationModel } from '../model/operations.js';
import { printObject, PURE } from './endpoint-config.js';
import type { ContentsPrinter } from './endpoint.js';
import type { Imports } from './imports.js';
import { union } from './typescript.js';

/** An item of a stream: its schema, and the printed type. */
export interface StreamItem {
  readonly schema: DocumentNode;
  readonly type: string;
}

interface PrintedStream {
  readonly module: string;
  /** Type of the data, for a type of items. */
  readonly typeOf: (item: string) => string;
  /** Imports of the type. */
  readonly types: readonly string[];
}

const JSON_ITEMS: PrintedStream = {
  module: 'homing/stream',
  typeOf: (item) => `HomingItemStream<HomingItem<${item}>>`,
  types: ['type ItemStream as HomingItemStream', 'type Item as HomingItem'],
};

/** The streams of each format, whose reader has the name of the format. */
const STREAMS: Readonly<Record<SequenceFormat, PrintedStream>> = {
  events: {
    module: 'homing/sse',
    typeOf: (item) => `HomingEventStream<${item}>`,
    types: ['type EventStream as HomingEventStream'],
  },
  jsonLines: JSON_ITEMS,
  jsonSequence: JSON_ITEMS,
};

/** Adds the reader of its items to an operation that returns a stream. */
export function withStreamReader(
  operation: OperationModel,
  items: readonly StreamItem[],
  printer: ContentsPrinter,
  imports: Imports,
): OperationModel {
  const { answer } = operation;
  const { sequence } = answer;
  if (!sequence || operation.method === 'HEAD') return operation;
  const { module, typeOf, types } = STREAMS[sequence];
  for (const name of [sequence, ...types]) imports.add(module, name);
  const type = union(items.map((each) => each.type));
  const [only, ...more] = items;
  const further = only && more.length === 0 ? printer.itemOptions?.(only.schema, only.type) : undefined;
  // The data of an event that is a string is the text itself, not JSON.
  const isText =
    sequence === 'events' &&
    items.length > 0 &&
    items.every((each) => own(each.schema.value, 'type') === 'string');
  const options = printObject([...(isText ? [['parse', "'text'"] as const] : []), ...(further ?? [])]);
  const call = options === '{}' ? `${sequence}<${type}>()` : `${sequence}(${options})`;
  const stream = { type: typeOf(type), reader: `${PURE} ${call}` };
  return { ...operation, answer: { ...answer, stream } };
}
