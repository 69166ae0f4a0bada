export { bytes } from './parts/stream/bytes.js';
export type { BytesOptions, ByteStream } from './parts/stream/bytes.js';
export { jsonLines, jsonSequence, reader } from './parts/stream/json-items.js';
export type {
  FailedItem,
  Item,
  ItemStream,
  JsonItems,
  JsonItemsOptions,
  JsonItemsReader,
  ReaderOptions,
} from './parts/stream/json-items.js';
