export { base64Of, formFields, harEntry, harOf, shownFields, textOfBytes } from './parts/archive/archive.js';
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
