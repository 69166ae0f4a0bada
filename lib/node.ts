export type { Dispatcher } from './node/dispatcher.js';
export { nodeFetch } from './node/node-fetch.js';
export type { NodeFetchOptions } from './node/node-fetch-options.js';
