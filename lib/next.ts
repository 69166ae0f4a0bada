export { nextTags, tagOf } from './adapters/next/tags.js';
