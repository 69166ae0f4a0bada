// Checks that the page on axios covers every option and function of axios, including functions that a new version adds.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { root } from './pages.mjs';

const axios = dirname(createRequire(import.meta.url).resolve('axios/package.json'));
const page = await readFile(join(root, 'docs/guide/migrating-from-axios.md'), 'utf8');
const declarations = ts.createSourceFile(
  'index.d.ts',
  await readFile(join(axios, 'index.d.ts'), 'utf8'),
  ts.ScriptTarget.Latest,
);

/** The names of all own members of an interface or class of axios. */
const membersOf = (name) => {
  const declaration = declarations.statements.find((statement) => statement.name?.text === name);
  return declaration.members.map((member) => member.name?.text).filter(Boolean);
};

/** Every name in the code of the first cells of the page's tables. */
const told = new Set(
  [...page.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code.match(/[\w$]+/g)),
  ),
);
// If an option has its own options, the next cell lists them.
for (const [, options] of page.matchAll(/^\| `transitional` \| (.+) \|$/gm))
  for (const [, name] of options.matchAll(/`(\w+)`/g)) told.add(name);

for (const name of [
  'AxiosRequestConfig',
  'TransitionalOptions',
  'Axios',
  'AxiosInstance',
  'AxiosStatic',
  'AxiosInterceptorManager',
  'AxiosInterceptorOptions',
  'AxiosResponse',
  'AxiosError',
]) {
  test(`the page on axios mentions every member of ${name}`, () => {
    const members = membersOf(name);
    assert.ok(members.length > 0);
    assert.deepEqual(
      members.filter((member) => !told.has(member)),
      [],
    );
  });
}
