export type { CookieJar } from '../node/cookie-jar.js';
export type { Dispatcher } from '../node/dispatcher.js';
export { nodeFetch } from '../node/node-fetch.js';
export type { NodeFetchOptions } from '../node/node-fetch.js';
export { publicOnly } from '../node/public-only.js';
export type { PublicOnlyOptions } from '../node/public-only.js';
