import { own } from '../document/json-document.js';
import type { DocumentNode } from '../document/json-document.js';
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

/** Adds the reader of its events to an operation that returns an event stream. */
export function withStreamReader(
  operation: OperationModel,
  items: readonly StreamItem[],
  printer: ContentsPrinter,
  imports: Imports,
): OperationModel {
  const { answer } = operation;
  // The type of the data is only unknown for an event stream.
  if (!answer.isUnknown || operation.method === 'HEAD') return operation;
  imports.add('homing/sse', 'events');
  imports.add('homing/sse', 'type EventStream as HomingEventStream');
  const type = union(items.map((each) => each.type));
  const [only, ...more] = items;
  const further = only && more.length === 0 ? printer.itemOptions?.(only.schema, only.type) : undefined;
  // The data of a string is the text itself, not JSON.
  const isText = items.length > 0 && items.every((each) => own(each.schema.value, 'type') === 'string');
  const options = printObject([...(isText ? [['parse', "'text'"] as const] : []), ...(further ?? [])]);
  const call = options === '{}' ? `events<${type}>()` : `events(${options})`;
  const stream = { type: `HomingEventStream<${type}>`, reader: `${PURE} ${call}` };
  return { ...operation, answer: { ...answer, stream } };
}
