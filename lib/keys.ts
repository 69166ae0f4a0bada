export { BY_VALUE, contentKey, unkeyed } from './parts/keys/content-key.js';
export type { Manner } from './parts/keys/content-key.js';
export { hasOnlyContent } from './parts/keys/has-only-content.js';
export { wireContent } from './parts/keys/wire-content.js';
