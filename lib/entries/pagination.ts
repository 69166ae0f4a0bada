export { collect, paginate } from '../features/pagination/paginate.js';
export type {
  CollectOptions,
  ItemResult,
  PagesOptions,
  PaginateOptions,
} from '../features/pagination/paginate.js';
export { items } from '../features/pagination/items.js';
export { nextLink } from '../features/pagination/next-link.js';
export { cursorPages, linkPages, numberPages, offsetPages } from '../features/pagination/page-schemes.js';
export type {
  CursorPagesOptions,
  ItemsPath,
  LinkPagesOptions,
  NumberPagesOptions,
  OffsetPagesOptions,
} from '../features/pagination/page-schemes.js';
export type { ItemAt, PageRules, PagesAt } from '../core/http/page-rules.js';
