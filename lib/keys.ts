export { BY_VALUE, contentKey, noKeyFor } from './parts/keys/content-key.js';
export type { KeyRules } from './parts/keys/content-key.js';
export { hasOnlyContent } from './parts/keys/has-only-content.js';
export { wireContent } from './parts/keys/wire-content.js';
export type { Wire } from './parts/keys/wire-content.js';
