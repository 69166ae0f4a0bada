export { collect } from './parts/pagination/collect.js';
export type { CollectOptions } from './parts/pagination/collect.js';
export { nextLink } from './parts/pagination/next-link.js';
export { paginate } from './parts/pagination/paginate.js';
export type { PaginateOptions } from './parts/pagination/paginate.js';
