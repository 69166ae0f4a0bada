export { nextTags, tagOf } from '../adapters/next.js';
