export type { ByteStream } from './parts/stream/byte-stream.js';
export { bytes } from './parts/stream/bytes.js';
export type { BytesOptions } from './parts/stream/bytes.js';
export type { FailedItem, Item, ItemStream } from './parts/stream/items.js';
export { jsonLines, jsonSequence } from './parts/stream/json-items.js';
export type { JsonItems, JsonItemsOptions, JsonItemsReader } from './parts/stream/json-items.js';
