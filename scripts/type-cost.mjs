// Measures what the types cost a compiler, in a generated program with many endpoints and calls.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './architecture.mjs';

// `rest` follows the resource in the path, `params` are the types of the other params, and `path` and
// `values` are the arguments of a call.
const kinds = [
  { method: 'GET', rest: '', path: '', params: '', values: '' },
  { method: 'GET', rest: '/:id', path: 'id: 1', params: '', values: '' },
  { method: 'GET', rest: '', path: '', params: '{ q: string; page?: number }', values: "q: 'x', page: 2" },
  {
    method: 'POST',
    rest: '',
    path: '',
    params: '{ name: string; tags: string[] }',
    values: "name: 'x', tags: ['y']",
  },
  {
    method: 'GET',
    rest: '/:id.json',
    path: "id: 'x'",
    params: '{ fields?: string[] }',
    values: "fields: ['y']",
  },
  {
    method: 'PUT',
    rest: '/:id/parts/:partId',
    path: "id: 1, partId: 'p'",
    params: '{ amount: number }',
    values: 'amount: 3',
  },
  { method: 'DELETE', rest: '/:id/parts/:partId', path: "id: 1, partId: 'p'", params: '', values: '' },
  {
    method: 'GET',
    rest: '/:id/parts/:partId/notes/:noteId',
    path: 'id: 1, partId: 2, noteId: 3',
    params: '{ since?: string }',
    values: '',
  },
];

/** Returns one endpoint of a generated program. The kinds alternate. */
export const endpointAt = (index) => {
  const kind = kinds[index % kinds.length];
  const names = [...kind.rest.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return { ...kind, names, index, resource: `/items${index}`, response: `Item${index}` };
};

export const responseType = ({ index, response }) =>
  `interface ${response} { id: number; name${index}: string; nested: { flag: boolean; list: string[] } }`;

/** Returns a function that makes a call and narrows its Result, as an application does. */
export const callAt = (number, body) => `export async function use${number}(): Promise<string> {\n${body}\n}`;

const typesOf = (response, params, errors) =>
  [response, params || (errors && '{}'), errors].filter(Boolean).join(', ');

/**
 * Returns the source of the program.
 *
 * @param {string} [errors] Error types of each endpoint. Calls narrow them too.
 */
export const homingProgram = (endpoints, calls, errors = '') => {
  const all = Array.from({ length: endpoints }, (_, index) => endpointAt(index));
  const definition = ({ index, method, params, resource, response, rest }) =>
    `  call${index}: defineRequest<${typesOf(response, params, errors)}>()({ method: '${method}', path: '${resource}${rest}' }),`;
  const call = (number) => {
    const { index, path, values } = all[number % endpoints];
    const fields = [path, values].filter((text) => text !== '').join(', ');
    const lines = [
      `  const r = await api.call${index}(${fields === '' ? '' : `{ ${fields} }`});`,
      ...(errors === '' ? [] : ["  if (r.error?.status === 404) return r.error.body?.message ?? '';"]),
      '  if (r.error) return r.error.message;',
      `  return r.data.name${index};`,
    ];
    return callAt(number, lines.join('\n'));
  };
  return [
    "import { createApi, defineRequest } from 'homing';",
    ...all.map(responseType),
    "const api = createApi({ baseUrl: 'https://api.example.com', requests: {",
    ...all.map(definition),
    '} });',
    ...Array.from({ length: calls }, (_, number) => call(number)),
  ].join('\n');
};

const options = [
  ...['--noEmit', '--extendedDiagnostics', '--strict', '--skipLibCheck', '--ignoreConfig'],
  ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
  ...['--module', 'esnext', '--moduleResolution', 'bundler'],
];

const compile = (folder, source) => {
  writeFileSync(join(folder, 'program.ts'), source);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, 'program.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`The program does not compile:\n${stdout.split('\n').slice(0, 20).join('\n')}`);
  const figure = (label) => Number(new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(stdout)[1]);
  return { instantiations: figure('Instantiations'), checkSeconds: figure('Check time') };
};

let empty;

/**
 * Returns the type instantiations and the check time of a program in seconds, minus those of an empty
 * program.
 *
 * @param {string} source
 * @param {Record<string, string>} [packages] Folders of the imported packages, by name.
 */
export const typeCost = (source, packages = { homing: root }) => {
  const folder = mkdtempSync(join(tmpdir(), 'type-cost-'));
  try {
    for (const [name, target] of Object.entries(packages)) {
      const link = join(folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(target, link, 'junction');
    }
    empty ??= compile(folder, 'export {};');
    const full = compile(folder, source);
    return {
      instantiations: full.instantiations - empty.instantiations,
      checkSeconds: full.checkSeconds - empty.checkSeconds,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
