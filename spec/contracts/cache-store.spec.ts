import { MemoryCacheStore } from '../../lib/features/cache/cache-store.js';
import { systemClock } from '../../lib/core/platform/time.js';
import { AsyncStore, storeWith, TextStore } from '../support/stores.js';
import { cacheStoreContract } from './cache-store-contract.js';

cacheStoreContract('MemoryCacheStore', () => new MemoryCacheStore(50, systemClock));
cacheStoreContract('a store that answers later', () => new AsyncStore());
cacheStoreContract('a store of texts', () => new TextStore());
cacheStoreContract('a store made by hand', () => storeWith({}));
