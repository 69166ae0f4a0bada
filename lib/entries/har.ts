export type { TapeMatch, TapeRequest } from '../adapters/har/match.js';
export { openTape, toHar } from '../adapters/har/open-tape.js';
export type {
  Exchange,
  ExchangeBody,
  Har,
  HarContent,
  HarEntry,
  HarField,
  HarPair,
  HarPostData,
  HarRequest,
  HarResponse,
  HarMessage,
  TapeBodies,
  TapeOptions,
} from '../adapters/har/open-tape.js';
export type { Tape } from '../adapters/har/tape.js';
