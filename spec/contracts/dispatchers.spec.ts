import { describe, expect, it, jest } from '@jest/globals';
import { loads, type UndiciName, undiciNames } from '../support/dispatchers.js';
import { differencesOf } from './dispatcher-differences.js';
import { dispatcherKinds, type UndiciPackage } from './dispatcher-kinds.js';

const loaded = (name: UndiciName): UndiciPackage => jest.requireActual(name);

describe.each(undiciNames.filter(loads))('nodeFetch does as the fetch of %s does', (name) => {
  it.each(dispatcherKinds)('over %s', async (...kind) => {
    expect((await differencesOf(loaded(name), kind)) ?? []).toEqual([]);
  });

  it.each(dispatcherKinds)('over %s, set as the global one', async (...kind) => {
    expect((await differencesOf(loaded(name), kind, 'global')) ?? []).toEqual([]);
  });
});
