export { BY_VALUE, contentKey, hasOnlyContent, noKeyFor } from './parts/keys/content-key.js';
export type { KeyRules } from './parts/keys/content-key.js';
export { wireContent } from './parts/keys/wire-content.js';
export type { Wire } from './parts/keys/wire-content.js';
export { copyData } from './parts/keys/copy-data.js';
