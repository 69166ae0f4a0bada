import { secondCopy } from './support/second-copy.js';
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import * as homing from '../lib/index.js';
import * as middleware from '../lib/entries/middleware.js';
import * as node from '../lib/entries/node.js';
import * as testing from '../lib/entries/testing.js';
import { namesListedIn } from './support/imports.js';
import { readTable } from './support/architecture.js';

const table = readTable();
const features = Object.keys(table.features);
const offered = features.filter((feature) => table.features[feature]?.entry !== false);
const sourceOf = (entry: string): string =>
  readFileSync(entry === 'index' ? 'lib/index.ts' : `lib/entries/${entry}.ts`, 'utf8');

describe('the package (rules.md#the-package)', () => {
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
      'allResults',
      'cacheMiddleware',
      'collect',
      'createApi',
      'createGraphQL',
      'defineRequest',
      'gql',
      'isApiError',
      'isTransient',
      'logMiddleware',
      'matchError',
      'nextLink',
      'orThrow',
      'paginate',
      'poll',
      'pollUntil',
      'retryMiddleware',
      'send',
      'toPlainResult',
      'withHeaders',
      'withOptions',
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

  it.each([
    ['backoff', 'ConstantBackoff ExponentialBackoff JitteredBackoff LinearBackoff retryAfter'],
    ['retry', 'NotSentError RetryPlugin decideRetry isTransient retryDecision retryMiddleware'],
    ['cache', 'CachePlugin cacheMiddleware'],
    ['auth', 'AuthError AuthPlugin AuthSessions indexedDbCredentials memoryCredentials webLock'],
    ['oauth', 'clientCredentials refreshToken'],
    ['log', 'LogPlugin logMiddleware'],
    ['polling', 'poll pollUntil'],
    ['pagination', 'collect cursorPages items linkPages nextLink numberPages offsetPages paginate'],
    ['results', 'allResults isApiError matchError orThrow problemOf throwing toPlainResult'],
    ['query', 'infiniteQuery mutation query queryFnOf queryKey retryTransient swr'],
    ['react', 'useCall usePoll useStream'],
    ['next', 'nextTags tagOf'],
    ['msw', 'mswHandler'],
    [
      'http-cache',
      'HttpCachePlugin cacheStatusOf cacheStoreOver httpCacheMiddleware indexedDbStore recordStore redisStore sqliteStore',
    ],
    ['graphql', 'Operation createGraphQL gql'],
    ['inspect', 'inspector'],
    ['inspect-panel', 'mountInspector'],
    ['inspect-server', 'serveInspector'],
    ['har', 'openTape toHar'],
    ['transfer', 'withLimit withProgress xhrFetch'],
    ['webhooks', 'WebhookError githubScheme slackScheme standardScheme stripeScheme verifyWebhook'],
    [
      'codec',
      'allOf anyOf as byName bytes chain date dateTime decodes encodes exceptStrings instant int64 int64Text lazy list object parseBigInts parseInt64 plainDate plainTime record stringifyInt64 tagged tuple withMembers',
    ],
  ])('homing/%s exports exactly these values', async (part, names) => {
    const values = (await import(`../lib/entries/${part}.ts`)) as object;
    expect(Object.keys(values).sort()).toEqual(names.split(' '));
  });

  it.each(offered)('homing/%s exports the same objects as homing under their common names', async (part) => {
    const values = (await import(`../lib/entries/${part}.ts`)) as Record<string, unknown>;
    const shared = Object.entries(homing).filter(([name]) => Object.hasOwn(values, name));
    for (const [name, value] of shared) expect(values[name]).toBe(value);
  });

  it.each(['index', 'middleware'])('%s lists no name that the entry of its feature lacks', (entry) => {
    const missing = namesListedIn(sourceOf(entry)).filter(({ name, from }) => {
      const [, feature = ''] = /^\.\.?\/features\/([^/]+)\//.exec(from) ?? [];
      return (
        offered.includes(feature) && !namesListedIn(sourceOf(feature)).some((listed) => listed.name === name)
      );
    });
    expect(missing).toEqual([]);
  });

  it('homing/testing exports exactly these values', () => {
    expect(Object.keys(testing).sort()).toEqual([
      'endpointMock',
      'errorResponse',
      'errorResult',
      'jsonResponse',
      'mockApi',
      'mockContext',
      'mockFetch',
      'resultMatchers',
      'resultSerializer',
      'successResult',
    ]);
  });

  it('homing/node exports exactly these values', () => {
    expect(Object.keys(node)).toEqual(['nodeFetch', 'publicOnly']);
  });

  it('importing homing changes no global and starts no timer', () => {
    const globals = (): object => Object.getOwnPropertyDescriptors(globalThis);
    const timers = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')];
    const before = globals();
    secondCopy();
    expect(globals()).toStrictEqual(before);
    for (const timer of timers) expect(timer).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('the package has only optional peer dependencies, and is version 5.3.1 (trap 41)', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(manifest).toMatchObject({ name: 'homing', version: '5.3.1', sideEffects: false });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(Object.keys(manifest.peerDependencies)).toEqual(Object.keys(manifest.peerDependenciesMeta));
    expect(manifest.peerDependenciesMeta).toEqual({
      '@opentelemetry/api': { optional: true },
      '@redocly/openapi-core': { optional: true },
      '@scalar/openapi-upgrader': { optional: true },
      'eventsource-parser': { optional: true },
      oauth4webapi: { optional: true },
      react: { optional: true },
      undici: { optional: true },
    });
  });

  it('the package exports every entry for import and require, and nothing else', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
    const names = [...Object.keys(table.entries), ...offered, ...Object.keys(table.adapters)];
    const paths = names.map((name) => (name === 'index' ? '.' : `./${table.adapters[name]?.path ?? name}`));
    expect(Object.keys(exports).sort()).toEqual([...paths, './package.json'].sort());
    const files = { types: expect.any(String), default: expect.any(String) };
    for (const path of paths) expect(exports[path]).toMatchObject({ import: files, require: files });
  });

  it('the package exports a production build of every entry whose messages have codes', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
    const withoutCodes = ['./node', './openapi-generator', './inspect/panel', './inspect/server'];
    for (const path of Object.keys(exports).filter((each) => each !== './package.json')) {
      const name = path === '.' ? 'index' : path.slice(2).replace('/', '-');
      const conditions = withoutCodes.includes(path)
        ? ['types', 'default']
        : ['types', 'production', 'default'];
      for (const [form, folder] of [
        ['import', './dist'],
        ['require', './dist/cjs'],
      ] as const) {
        // The first condition that applies wins, so `default` comes last.
        expect(Object.keys(exports[path][form])).toEqual(conditions);
        expect(Object.values(exports[path][form])).toEqual(
          conditions.map((condition) =>
            condition === 'production'
              ? `${folder}/production/${name}.js`
              : `${folder}/${name}${condition === 'types' ? '.d.ts' : '.js'}`,
          ),
        );
      }
    }
  });
});
