export type { FailedItem, Item, ItemStream } from '../../streaming.js';
