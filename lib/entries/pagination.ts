export { collect, paginate } from '../features/pagination/paginate.js';
export type { CollectOptions, PaginateOptions } from '../features/pagination/paginate.js';
export { nextLink } from '../features/pagination/next-link.js';
