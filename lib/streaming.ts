export { reader } from './parts/streaming/open-bodies.js';
export type { ReaderOptions } from './parts/streaming/open-bodies.js';
export { BodyStream, bytesOf } from './parts/streaming/body-stream.js';
export {
  checkContent,
  checkFunction,
  checkSchema,
  isUntil,
  itemOf,
  unparsed,
} from './parts/streaming/content.js';
export type { ContentOptions, ParseItem, UntilOption } from './parts/streaming/content.js';
export { failedItem, isFailed, TooLarge, Utf8 } from './parts/streaming/format.js';
export type {
  FailedItem,
  Format,
  Framing,
  Item,
  ItemStream,
  NoItem,
  Reopened,
  Reopening,
} from './parts/streaming/format.js';
export {
  checkSize,
  inTime,
  LONGEST_WAIT,
  readLimits,
  readMaxItemSize,
  readNumber,
} from './parts/streaming/limits.js';
export type { OwnLimits, SizeOption, StreamLimits } from './parts/streaming/limits.js';
