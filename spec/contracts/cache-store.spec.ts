import { MemoryCacheStore } from '../../lib/features/cache/cache-store.js';
import { systemClock } from '../../lib/core/platform/time.js';
import { AsyncStore, storeWith, TextStore } from '../support/stores.js';
import { cacheStoreContract } from './cache-store-contract.js';

cacheStoreContract('MemoryCacheStore', () => new MemoryCacheStore(50, systemClock));
cacheStoreContract('an async store', () => new AsyncStore());
cacheStoreContract('a store of strings', () => new TextStore());
cacheStoreContract('a store as a plain object', () => storeWith({}));
