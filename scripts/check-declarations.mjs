// Checks the declarations that a consumer's compiler creates and reads. A module that exports a client gets
// its own .d.ts file, which can name only the exports of the package. This script emits the declarations of
// such a module and compiles a program that uses them, without skipping the package's own .d.ts files.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from './architecture.mjs';

// Values that an application or a library is likely to export.
const library = `import { cacheMiddleware, createApi, createGraphQL, defineRequest, Operation, paginate, Plugin, poll, Request, retryMiddleware, withHeaders } from 'homing';
import { cacheMiddleware as cached } from 'homing/cache';
import { pollUntil } from 'homing/polling';
import { mockFetch, successResult } from 'homing/testing';

export interface Item { id: number; name: string }

export const getItem = defineRequest<Item, { fields?: string[] }>()({ method: 'GET', path: '/items/:id' });
export const requests = {
  getItem,
  listItems: defineRequest<Item[], { page?: number }>()({ method: 'GET', path: '/items' }),
  removeItem: defineRequest<undefined>()({ method: 'DELETE', path: '/items/:id', responseType: 'none' }),
  readLogo: defineRequest()({ method: 'GET', path: '/logo', responseType: 'blob' }),
  renameItem: new Request<{ id: number; name: string }, Item>({ method: 'PUT', path: '/items/:id' }),
};
export const cache = cacheMiddleware({ ttl: 1000 });
export const api = createApi({ baseUrl: '', requests, middleware: [cache, retryMiddleware(2)] });
export const tenantApi = api.withHeaders({ 'x-tenant': 'a' });
export const otherApi = withHeaders(api, { 'x-tenant': 'b' });
export const { listItems } = api;
export const read = async (id: number) => api.getItem({ id });
export const watch = (id: number) => poll(api.getItem, { id }, () => {}, { every: 1000 });
export const pages = () => paginate(api.listItems, { page: 1 }, { next: () => null });
export class Trace extends Plugin {}
export const answers = cached({ ttl: 1000 });
export const waitFor = (id: number) => pollUntil(api.getItem, { id }, { every: 1000, until: () => true });

export const operations = { item: new Operation<{ id: string }, Item>({ operation: 'query { item }' }) };
export const graph = createGraphQL({ endpoint: '/graphql', operations });
export const sided = createGraphQL({ endpoint: '/graphql', queries: operations, mutations: {} });
export const { item } = graph;

export const stub = mockFetch({ 'GET /items': Response.json([]) });
export const success = successResult<Item>({ id: 1, name: 'a' });
`;

const consumer = (extension) => `import * as library from './library${extension}';

export async function use(): Promise<string> {
  const result = await library.api.getItem({ id: 1, fields: ['name'] });
  if (result.error) return result.error.message;
  const { data, error } = await library.graph.item({ id: '1' });
  if (error) return error.kind;
  const listed = await library.listItems();
  return result.data.name + data.name + (listed.data?.[0]?.name ?? '');
}

// @ts-expect-error -- proves that the declarations did not lose the params on their way.
void library.api.getItem({ fields: [] });
// @ts-expect-error
void library.item({ id: 1 });
`;

const resolutions = {
  node16: {
    options: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
    extension: '.js',
  },
  // Deprecated but still in use. It reads `typesVersions`.
  node10: {
    options: {
      module: ts.ModuleKind.CommonJS,
      moduleResolution: ts.ModuleResolutionKind.Node10,
      ignoreDeprecations: '6.0',
    },
    extension: '',
  },
  bundler: {
    options: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    extension: '',
  },
};

/** Reads the compiler's own declarations once and doesn't check them. */
const COMMON = {
  strict: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
};

const platform = new Map();

const hostIn = (folder, options) => {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  const libraries = dirname(ts.getDefaultLibFilePath(options));
  host.getCurrentDirectory = () => folder;
  host.getSourceFile = (name, ...rest) => {
    if (dirname(name) !== libraries) return getSourceFile(name, ...rest);
    if (!platform.has(name)) platform.set(name, getSourceFile(name, ...rest));
    return platform.get(name);
  };
  return host;
};

const compile = (folder, given, file) => {
  const options = { ...COMMON, ...given };
  const host = hostIn(folder, options);
  const program = ts.createProgram([join(folder, file)], options, host);
  const { diagnostics } = program.emit();
  const all = ts.sortAndDeduplicateDiagnostics([...ts.getPreEmitDiagnostics(program), ...diagnostics]);
  return all.map((diagnostic) => ts.formatDiagnostic(diagnostic, host).trim());
};

const faultsOf = (name, { options, extension }, type) => {
  const folder = join(temp, `${name}-${type}`);
  const source = join(folder, 'src');
  mkdirSync(source, { recursive: true });
  for (const place of [folder, source]) writeFileSync(join(place, 'package.json'), JSON.stringify({ type }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/homing'), 'junction');
  writeFileSync(join(source, 'library.ts'), library);
  writeFileSync(join(folder, 'consumer.ts'), consumer(extension));
  const emit = { ...options, declaration: true, emitDeclarationOnly: true, outDir: folder };
  const faults = [
    ...compile(folder, emit, 'src/library.ts'),
    ...compile(folder, { ...options, noEmit: true, exactOptionalPropertyTypes: true }, 'consumer.ts'),
  ];
  if (faults.length === 0) console.log(`declarations under ${name}, ${type}: all named, all sound`);
  return faults.map((fault) => `${name}, ${type}: ${fault}`);
};

const temp = mkdtempSync(join(tmpdir(), 'homing-declarations-'));
try {
  const faults = Object.entries(resolutions).flatMap(([name, resolution]) =>
    ['module', 'commonjs'].flatMap((type) => faultsOf(name, resolution, type)),
  );
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  rmSync(temp, { recursive: true, force: true });
}
