export {
  base64Of,
  bodyParts,
  formFields,
  harEntry,
  harOf,
  readUnredacted,
  redactedBody,
  textOfBytes,
} from './parts/archive/archive.js';
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
  Message,
} from './parts/archive/archive.js';
