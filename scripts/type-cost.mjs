// What types cost the one who compiles them: counted in a generated program of many endpoints and calls.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './architecture.mjs';

// What follows the resource in the path, the types of the other params, and a call's values for both.
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

/** One endpoint of a generated program: of one of the kinds in turn. */
export const endpointAt = (index) => {
  const kind = kinds[index % kinds.length];
  const names = [...kind.rest.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return { ...kind, names, index, resource: `/items${index}`, response: `Item${index}` };
};

export const responseType = ({ index, response }) =>
  `interface ${response} { id: number; name${index}: string; nested: { flag: boolean; list: string[] } }`;

/** A function that makes a call and narrows what comes home, as an application does. */
export const callAt = (number, body) => `export async function use${number}(): Promise<string> {\n${body}\n}`;

const typesOf = (response, params, errors) =>
  [response, params || (errors && '{}'), errors].filter(Boolean).join(', ');

/** @param {string} [errors] The types of each endpoint's errors; its calls narrow them, too. */
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
 * Type instantiations and seconds of checking of a program, above those of an empty one.
 *
 * @param {string} source
 * @param {Record<string, string>} [packages] Folders of the packages that it imports, by name.
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
