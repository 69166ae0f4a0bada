// Why: types that read path literals can make a large client slow to check and an editor slow to answer.
// This counts the type instantiations of a large program and holds them to a budget.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const budget = 34_000;
const endpoints = 200;
const calls = 1_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

// One of each kind in turn: what follows the resource in the path, the other params, and a call's values for both.
const kinds = [
  { method: 'GET', rest: '', params: '', values: '' },
  { method: 'GET', rest: '/:id', params: '', values: 'id: 1' },
  { method: 'GET', rest: '', params: '{ q: string; page?: number }', values: "q: 'x', page: 2" },
  { method: 'POST', rest: '', params: '{ name: string; tags: string[] }', values: "name: 'x', tags: ['y']" },
  { method: 'GET', rest: '/:id.json', params: '{ fields?: string[] }', values: "id: 'x', fields: ['y']" },
  {
    method: 'PUT',
    rest: '/:id/parts/:partId',
    params: '{ amount: number }',
    values: "id: 1, partId: 'p', amount: 3",
  },
  { method: 'DELETE', rest: '/:id/parts/:partId', params: '', values: "id: 1, partId: 'p'" },
  {
    method: 'GET',
    rest: '/:id/parts/:partId/notes/:noteId',
    params: '{ since?: string }',
    values: 'id: 1, partId: 2, noteId: 3',
  },
];
const kindOf = (index) => kinds[index % kinds.length];

const endpoint = (index) => {
  const { method, rest, params } = kindOf(index);
  const types = params === '' ? `Item${index}` : `Item${index}, ${params}`;
  return {
    response: `interface Item${index} { id: number; name${index}: string; nested: { flag: boolean; list: string[] } }`,
    definition: `  call${index}: defineRequest<${types}>()({ method: '${method}', path: '/items${index}${rest}' }),`,
  };
};

const call = (number) => {
  const index = number % endpoints;
  const { values } = kindOf(index);
  const params = values === '' ? '' : `{ ${values} }`;
  return `export async function use${number}(): Promise<string> {
  const r = await api.call${index}(${params});
  if (r.error) return r.error.message;
  return r.data.name${index};
}`;
};

const program = () => {
  const all = Array.from({ length: endpoints }, (_, index) => endpoint(index));
  return [
    "import { createApi, defineRequest } from 'homing';",
    ...all.map(({ response }) => response),
    "const api = createApi({ baseUrl: 'https://api.example.com', requests: {",
    ...all.map(({ definition }) => definition),
    '} });',
    ...Array.from({ length: calls }, (_, number) => call(number)),
  ].join('\n');
};

const options = [
  ...['--noEmit', '--extendedDiagnostics', '--strict', '--skipLibCheck', '--ignoreConfig'],
  ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
  ...['--module', 'esnext', '--moduleResolution', 'bundler'],
];

const instantiationsOf = (folder, file, source) => {
  writeFileSync(join(folder, file), source);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, file], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`${file} does not compile:\n${stdout.split('\n').slice(0, 20).join('\n')}`);
  return Number(/^Instantiations:\s+(\d+)/m.exec(stdout)[1]);
};

const folder = mkdtempSync(join(tmpdir(), 'homing-type-cost-'));
try {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/homing'), 'dir');
  const empty = instantiationsOf(folder, 'empty.ts', 'export {};');
  const cost = instantiationsOf(folder, 'program.ts', program()) - empty;
  console.log(
    `type cost of ${endpoints} endpoints and ${calls} calls: ${cost} instantiations (budget ${budget})`,
  );
  if (cost > budget) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
