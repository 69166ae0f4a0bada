import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { loads, type UndiciName, undiciNames } from '../support/dispatchers.js';
import { differencesOf } from './dispatcher-differences.js';
import { dispatcherKinds, type UndiciPackage } from './dispatcher-kinds.js';

const loaded = (name: UndiciName): UndiciPackage => createRequire(import.meta.url)(name) as UndiciPackage;

// Pass dispatchers only as an option: a global one would affect all specs in this process.
describe.each(undiciNames.filter(loads))('nodeFetch, compared with the fetch of %s', (name) => {
  it.each(dispatcherKinds)('returns the same results over %s', async (...kind) => {
    expect((await differencesOf(loaded(name), kind)) ?? []).toEqual([]);
  });
});
