import { readFileSync } from 'node:fs';
import { describe, expect, it, jest } from '@jest/globals';
import * as homing from '../lib/index.js';
import * as middleware from '../lib/middleware.js';
import * as node from '../lib/node.js';
import * as testing from '../lib/testing.js';

describe('front door (rules.md#the-package)', () => {
  it('homing exports exactly these values', () => {
    expect(Object.keys(homing).sort()).toEqual([
      'ApiClient',
      'ApiError',
      'CachePlugin',
      'ConstantBackoff',
      'ExponentialBackoff',
      'JitteredBackoff',
      'LinearBackoff',
      'LogPlugin',
      'Operation',
      'Plugin',
      'Request',
      'RetryPlugin',
      'cacheMiddleware',
      'createApi',
      'createGraphQL',
      'defineRequest',
      'gql',
      'logMiddleware',
      'paginate',
      'poll',
      'pollUntil',
      'retryMiddleware',
      'withHeaders',
    ]);
  });

  it('homing/middleware exports exactly these values, the same as homing', () => {
    expect(Object.keys(middleware).sort()).toEqual([
      'CachePlugin',
      'LogPlugin',
      'Plugin',
      'RetryPlugin',
      'cacheMiddleware',
      'logMiddleware',
      'retryMiddleware',
    ]);
    expect(homing).toMatchObject(middleware);
  });

  it('homing/testing exports exactly these values', () => {
    expect(Object.keys(testing).sort()).toEqual([
      'errorResult',
      'jsonResponse',
      'mockFetch',
      'successResult',
    ]);
  });

  it('homing/node exports exactly these values', () => {
    expect(Object.keys(node)).toEqual(['nodeFetch']);
  });

  it('importing homing touches no global and starts no timer', () => {
    const globals = (): object => Object.getOwnPropertyDescriptors(globalThis);
    const timers = [jest.spyOn(globalThis, 'setTimeout'), jest.spyOn(globalThis, 'setInterval')];
    const before = globals();
    jest.isolateModules(() => jest.requireActual('../lib/index.js'));
    expect(globals()).toStrictEqual(before);
    for (const timer of timers) expect(timer).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  it('the package depends on nothing at run time, but for what homing/node may be given, and is version 5.3.1 (trap 41)', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(manifest).toMatchObject({ name: 'homing', version: '5.3.1', sideEffects: false });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(Object.keys(manifest.peerDependencies)).toEqual(Object.keys(manifest.peerDependenciesMeta));
    expect(manifest.peerDependenciesMeta).toEqual({ undici: { optional: true } });
  });

  it.each(['.', './middleware', './node', './testing'])(
    'the package serves %s to import and to require',
    (entry) => {
      const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
      for (const way of ['import', 'require'])
        expect(exports[entry][way]).toEqual({ types: expect.any(String), default: expect.any(String) });
    },
  );
});
