import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as check from './support/house.js';
import { readHouse } from './support/read-house.js';

describe('lib/', () => {
  const house = readHouse(join(process.cwd(), 'lib'));

  it('has every face', () => {
    expect([...house.keys()]).toEqual(expect.arrayContaining([...check.faces]));
  });

  it('gives every folder a rank', () => {
    expect(check.unrankedFiles(house)).toEqual([]);
  });

  it('imports only from a strictly lower rank', () => {
    expect(check.upwardImports(house)).toEqual([]);
  });

  it('has no import cycle, types counted', () => {
    expect(check.importCycles(house)).toEqual([]);
  });

  it('imports no package, and of Node nothing outside the room for it', () => {
    expect(check.packageImports(house)).toEqual([]);
  });

  it('names every file after what it holds', () => {
    expect(check.vaguelyNamed(house)).toEqual([]);
  });

  it('has no file over 250 lines', () => {
    expect(check.overlongFiles(house)).toEqual([]);
  });

  it('has no barrel inside a folder', () => {
    expect(check.barrels(house)).toEqual([]);
  });

  it('has faces that only list names', () => {
    expect(check.facesWithMore(house)).toEqual([]);
  });
});

describe('the checker', () => {
  const house = (files: Record<string, string>): check.House => new Map(Object.entries(files));

  it.each([
    ['an import', "import { a } from './a.js';"],
    ['an import of a type', "import type { A } from './a.js';"],
    ['an import for its effect', "import './a.js';"],
    ['a re-export', "export { a } from './a.js';"],
    ['a star export', "export * from './a.js';"],
    ['an import inside a type', "let a: import('./a.js').A;"],
    ['a dynamic import', "void import('./a.js');"],
    ['a dynamic import of a template', 'void import(`./a.js`);'],
    ['an import by assignment', "import a = require('./a.js');"],
    ['a require', "require('./a.js');"],
    ['a reference', '/// <reference path="./a.js" />'],
  ])('reads %s', (_, source) => {
    expect(check.importsOf(source)).toEqual(['./a.js']);
  });

  it('reads no import in a comment or a string', () => {
    expect(check.importsOf(`// import './a.js'\nconst text = "import './b.js'";`)).toEqual([]);
  });

  it('accepts an import from a lower rank and from the same folder', () => {
    const sources = { 'client/call.ts': "import '../result/result.js';\nimport './caller.js';" };
    expect(check.upwardImports(house(sources))).toEqual([]);
  });

  it('lets a face import anything', () => {
    expect(check.upwardImports(house({ 'index.ts': "export { a } from './client/a.js';" }))).toEqual([]);
  });

  it('refuses an import from a higher rank', () => {
    const sources = { 'result/result.ts': "import type { Call } from '../client/call.js';" };
    expect(check.upwardImports(house(sources))).toEqual([
      'result/result.ts (rank 1) imports client/call.ts (rank 6); a room imports only from a strictly lower rank',
    ]);
  });

  it('refuses an import from an equal rank, out of a nested folder too', () => {
    const sources = { 'wire/json/body.ts': "import '../../pipeline/middleware.js';" };
    expect(check.upwardImports(house(sources))).toHaveLength(1);
  });

  it('refuses a room that imports a face', () => {
    expect(check.upwardImports(house({ 'client/call.ts': "import '../index.js';" }))).toEqual([
      'client/call.ts imports the face index.ts; import the file that owns the name',
    ]);
  });

  it('asks for the rank of an unknown folder', () => {
    expect(check.unrankedFiles(house({ 'attic/box.ts': '' }))).toEqual([
      'attic/box.ts: the folder attic has no rank; give it one in docs/architecture.md and in house.ts',
    ]);
  });

  it('does not take an inherited name for a rank', () => {
    expect(check.unrankedFiles(house({ 'constructor/a.ts': '' }))).toHaveLength(1);
  });

  it('refuses a file outside every folder', () => {
    expect(check.unrankedFiles(house({ 'request.ts': '' }))).toHaveLength(1);
  });

  it('finds a cycle, with a type import in it', () => {
    const sources = {
      'wire/a.ts': "import './b.js';",
      'wire/b.ts': "import type { C } from './c.js';",
      'wire/c.ts': "import './b.js';",
    };
    expect(check.importCycles(house(sources))).toEqual(['wire/b.ts -> wire/c.ts -> wire/b.ts']);
  });

  it('finds a file that imports itself', () => {
    expect(check.importCycles(house({ 'wire/a.ts': "import './a.js';" }))).toHaveLength(1);
  });

  it('takes two ways to one file for no cycle', () => {
    const sources = { 'wire/a.ts': "import './b.js';\nimport './c.js';", 'wire/b.ts': "import './c.js';" };
    expect(check.importCycles(house({ ...sources, 'wire/c.ts': '' }))).toEqual([]);
  });

  it.each(['zod', 'node:http', '#inside', 'homing'])('refuses the package %s', (name) => {
    expect(check.packageImports(house({ 'wire/a.ts': `import '${name}';` }))).toHaveLength(1);
  });

  it.each(['wire/utils.ts', 'wire/helpers.ts', 'common/a.ts', 'request/types.ts'])(
    'refuses the name %s',
    (path) => {
      expect(check.vaguelyNamed(house({ [path]: '' }))).toHaveLength(1);
    },
  );

  it('counts 250 lines as enough and 251 as too many', () => {
    expect(check.overlongFiles(house({ 'wire/a.ts': '\n'.repeat(250) }))).toEqual([]);
    expect(check.overlongFiles(house({ 'wire/a.ts': '\n'.repeat(251) }))).toHaveLength(1);
  });

  it.each([
    "export * from './a.js';",
    "import { a } from './a.js';\nexport { a };",
    "export type { A } from './a.js';",
  ])('refuses the barrel %j', (source) => {
    expect(check.barrels(house({ 'wire/all.ts': source }))).toHaveLength(1);
  });

  it('accepts a file that declares something beside a re-export', () => {
    const source = "export type { A } from './a.js';\nexport const b = 1;";
    expect(
      check.barrels(house({ 'wire/b.ts': source, 'index.ts': "export { b } from './wire/b.js';" })),
    ).toEqual([]);
  });

  it.each(["export * from './wire/a.js';", "import './wire/a.js';", 'export const a = 1;'])(
    'refuses a face with %j',
    (source) => {
      expect(check.facesWithMore(house({ 'index.ts': source }))).toHaveLength(1);
    },
  );
});
