export { collect, paginate } from './parts/pagination/paginate.js';
export type { CollectOptions, PaginateOptions } from './parts/pagination/paginate.js';
export { nextLink } from './parts/pagination/next-link.js';
