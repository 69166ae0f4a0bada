export { bytes } from '../features/stream/bytes.js';
export type { BytesOptions, ByteStream } from '../features/stream/bytes.js';
export { jsonLines, jsonSequence, reader } from '../features/stream/json-items.js';
export type {
  FailedItem,
  Item,
  ItemStream,
  JsonItems,
  JsonItemsOptions,
  JsonItemsReader,
  ReaderOptions,
} from '../features/stream/json-items.js';
