import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as check from './support/house.js';
import * as shape from './support/house-shape.js';
import { importsOf } from './support/imports.js';
import { readHouse, readTable } from './support/read-house.js';

describe('lib/', () => {
  const house = readHouse(join(process.cwd(), 'lib'));
  const table = readTable();

  it('has every face, and a place in house.json for every file', () => {
    expect([...house.keys()]).toEqual(expect.arrayContaining(check.facesOf(table)));
    expect(check.strays(house, table)).toEqual([]);
  });

  it('imports what house.json allows', () => {
    expect(check.forbiddenImports(house, table)).toEqual([]);
  });

  it('uses the parts that house.json says, which names nothing that is not there', () => {
    expect(check.idleUses(house, table)).toEqual([]);
    expect(check.tableFaults(table)).toEqual([]);
  });

  it('has no import cycle, types counted', () => {
    expect(check.importCycles(house)).toEqual([]);
  });

  it('imports no package, and of Node nothing outside the rooms for it', () => {
    expect(check.outsideImports(house, table)).toEqual([]);
  });

  it('names every file after what it holds', () => {
    expect(shape.vaguelyNamed(house)).toEqual([]);
  });

  it('has no file over 500 lines', () => {
    expect(shape.overlongFiles(house)).toEqual([]);
  });

  it('has no function over 60 lines', () => {
    expect(shape.overlongFunctions(house)).toEqual([]);
  });

  it('has no barrel inside a folder', () => {
    expect(shape.barrels(house, table.door)).toEqual([]);
  });

  it('has faces that only list names', () => {
    expect(shape.facesWithMore(house)).toEqual([]);
  });
});

describe('the checker', () => {
  const house = (files: Record<string, string>): check.House => new Map(Object.entries(files));
  const table: check.Table = {
    groups: {
      core: { imports: [] },
      parts: { imports: ['core'] },
      adapters: { imports: ['core', 'parts'] },
      node: { imports: ['core/floor'], outside: ['node:'] },
      cli: { imports: ['core'], types: ['parts'] },
    },
    rooms: { floor: 0, hall: 1, salon: 1, attic: 2 },
    parts: { lamp: { uses: [] }, clock: { uses: ['lamp'] } },
    adapters: { plug: { uses: ['lamp'] }, socket: { uses: [] } },
    entries: { index: {}, node: {} },
  };
  const refused = (path: string, source: string): string[] =>
    check.forbiddenImports(house({ [path]: source }), table);

  it.each([
    ['an import', "import { a } from './a.js';", false],
    ['an import of a type', "import type { A } from './a.js';", true],
    ['an import of a type beside nothing', "import { type A } from './a.js';", false],
    ['an import for its effect', "import './a.js';", false],
    ['a re-export', "export { a } from './a.js';", false],
    ['a re-export of a type', "export type { A } from './a.js';", true],
    ['a star export', "export * from './a.js';", false],
    ['an import inside a type', "let a: import('./a.js').A;", true],
    ['a dynamic import', "void import('./a.js');", false],
    ['an import by assignment', "import a = require('./a.js');", false],
    ['a require', "require('./a.js');", false],
    ['a reference', '/// <reference path="./a.js" />', true],
  ])('reads %s', (_, source, typeOnly) => {
    expect(importsOf(source)).toEqual([{ specifier: './a.js', typeOnly }]);
  });

  it('reads no import in a comment or a string', () => {
    expect(importsOf(`// import './a.js'\nconst text = "import './b.js'";`)).toEqual([]);
  });

  it.each([
    ['a room of the core, one of a lower rank', 'core/attic/a.ts', '../hall/b.js'],
    ['a room, its own files', 'core/hall/a.ts', './b.js'],
    ['a part, any room of the core', 'parts/lamp/a.ts', '../../core/attic/b.js'],
    ['a part, the face of one that it uses', 'parts/clock/a.ts', '../../lamp.js'],
    ['an adapter, the face of a part that it uses', 'adapters/plug/a.ts', '../../lamp.js'],
    ['an adapter, a room of the core', 'adapters/plug/a.ts', '../../core/hall/b.js'],
    ['a group that may, the room that is named', 'node/a.ts', '../core/floor/b.js'],
    ['the face of a part, the files of that part', 'lamp.ts', './parts/lamp/a.js'],
    ['the face of a part, the core', 'lamp.ts', './core/hall/a.js'],
    ['the face of an entry, anything', 'index.ts', './parts/lamp/a.js'],
  ])('lets import %s', (_, path, specifier) => {
    expect(refused(path, `import '${specifier}';`)).toEqual([]);
  });

  it.each([
    ['a higher rank', 'core/hall/a.ts', '../attic/b.js', 'of rank 2, from rank 1'],
    ['an equal rank', 'core/hall/a.ts', '../salon/b.js', 'of rank 1, from rank 1'],
    ['one out of a nested folder', 'core/hall/a/a.ts', '../../salon/b.js', 'of rank 1, from rank 1'],
    [
      'a part from the core',
      'core/attic/a.ts',
      '../../parts/lamp/b.js',
      'core may import nothing but itself',
    ],
    ['its face from the core', 'core/attic/a.ts', '../../lamp.js', 'core may import nothing but itself'],
    ['the face of an entry', 'core/attic/a.ts', '../../index.js', 'import the file that owns the name'],
    ['the inside of a part', 'parts/clock/a.ts', '../lamp/b.js', 'a part knows another by its face alone'],
    ['it from an adapter', 'adapters/plug/a.ts', '../../parts/lamp/b.js', 'known by its face alone'],
    ['a part that is not declared', 'parts/lamp/a.ts', '../../clock.js', "doesn't say that lamp uses clock"],
    ['it from an adapter', 'adapters/socket/a.ts', '../../lamp.js', "doesn't say that socket uses lamp"],
    ['another adapter', 'adapters/plug/a.ts', '../socket/b.js', 'an adapter knows no other'],
    ['the face of an adapter', 'parts/lamp/a.ts', '../../plug.js', 'import the file that owns the name'],
    ['a group above', 'parts/lamp/a.ts', '../../node/b.js', 'parts may import core'],
    ['another room than the named one', 'node/a.ts', '../core/hall/b.js', 'node may import core/floor'],
    ['a part of which types are allowed', 'cli/a.ts', '../lamp.js', 'may import core and types of parts'],
    ['another part in the face of one', 'lamp.ts', './parts/clock/a.js', 'of that part and of the core'],
  ])('refuses %s', (_, path, specifier, reason) => {
    expect(refused(path, `import '${specifier}';`)).toEqual([expect.stringContaining(reason)]);
  });

  it('lets import of the core nothing but its door, where it has one', () => {
    const door = 'core/door.ts';
    const found = (path: string, specifier: string): string[] =>
      check.forbiddenImports(house({ [path]: `import '${specifier}';` }), { ...table, door });
    expect(found('parts/lamp/a.ts', '../../core/door.js')).toEqual([]);
    expect(found('node/a.ts', '../core/floor/b.js')).toEqual([]);
    expect(found('parts/lamp/a.ts', '../../core/attic/b.js')).toEqual([
      expect.stringContaining('the core is known by core/door.ts alone'),
    ]);
    expect(check.strays(house({ [door]: '' }), { ...table, door })).toEqual([]);
  });

  it('lets import types where the table says types', () => {
    expect(refused('cli/a.ts', "import type { Lamp } from '../lamp.js';")).toEqual([]);
  });

  it('finds a use that is declared and does not happen', () => {
    const files = { 'parts/clock/a.ts': '', 'adapters/plug/a.ts': "import '../../lamp.js';" };
    expect(check.idleUses(house(files), table)).toEqual(["clock doesn't use lamp, as house.json says"]);
  });

  it('finds what the table names and does not have', () => {
    const groups = { core: { imports: ['cellar', 'core/hall'], types: ['garden'] } };
    const parts = { lamp: { uses: ['bulb'] } };
    expect(check.tableFaults({ ...table, groups, parts })).toEqual([
      "the group core may import cellar, which house.json doesn't have",
      "the group core may import garden, which house.json doesn't have",
      "lamp uses the part bulb, which house.json doesn't have",
    ]);
  });

  it.each([
    ['garden/box.ts', 'house.json has no group garden'],
    ['core/cellar/box.ts', 'house.json has no line for cellar'],
    ['parts/bell/box.ts', 'house.json has no line for bell'],
    ['parts/box.ts', 'it stands in no folder of parts/'],
    ['box.ts', 'it stands in no folder and is no face'],
  ])('asks for the place of %s', (path, reason) => {
    expect(check.strays(house({ [path]: '' }), table)).toEqual([`${path}: ${reason}`]);
  });

  it('knows the places of the table', () => {
    const paths = ['index.ts', 'lamp.ts', 'plug.ts', 'core/hall/a/b.ts', 'parts/lamp/a.ts', 'node/a.ts'];
    expect(check.strays(new Map(paths.map((path) => [path, ''])), table)).toEqual([]);
  });

  it('finds a cycle, with a type import in it', () => {
    const sources = {
      'core/hall/a.ts': "import './b.js';",
      'core/hall/b.ts': "import type { C } from './c.js';",
      'core/hall/c.ts': "import './b.js';",
    };
    expect(check.importCycles(house(sources))).toEqual([
      'core/hall/b.ts -> core/hall/c.ts -> core/hall/b.ts',
    ]);
  });

  it('takes two ways to one file for no cycle', () => {
    const sources = { 'node/a.ts': "import './b.js';\nimport './c.js';", 'node/b.ts': "import './c.js';" };
    expect(check.importCycles(house({ ...sources, 'node/c.ts': '' }))).toEqual([]);
  });

  it.each(['zod', 'node:http', '#inside', 'homing'])('refuses the package %s', (name) => {
    expect(check.outsideImports(house({ 'core/hall/a.ts': `import '${name}';` }), table)).toHaveLength(1);
  });

  it('allows from outside what the table says', () => {
    expect(check.outsideImports(house({ 'node/a.ts': "import 'node:http';" }), table)).toEqual([]);
  });

  it.each(['core/hall/utils.ts', 'core/hall/helpers.ts', 'common/a.ts', 'parts/lamp/types.ts'])(
    'refuses the name %s',
    (path) => {
      expect(shape.vaguelyNamed(house({ [path]: '' }))).toHaveLength(1);
    },
  );

  it('counts 500 lines as enough and 501 as too many', () => {
    expect(shape.overlongFiles(house({ 'node/a.ts': '\n'.repeat(500) }))).toEqual([]);
    expect(shape.overlongFiles(house({ 'node/a.ts': '\n'.repeat(501) }))).toHaveLength(1);
  });

  it.each([
    ['grow', (body: string) => `function grow() {${body}}`],
    ['grow', (body: string) => `const grow = () => {${body}};`],
    ['grow', (body: string) => `class Lamp { grow() {${body}} }`],
    ['grow', (body: string) => `const lamp = { get grow() {${body}} };`],
    ['the constructor', (body: string) => `class Lamp { constructor() {${body}} }`],
    ['a function', (body: string) => `list.map(() => {${body}});`],
  ])('counts 60 lines of %s as enough and 61 as too many', (name, sourceOf) => {
    const files = (lines: number): check.House => house({ 'a.ts': sourceOf('\n'.repeat(lines - 1)) });
    expect(shape.overlongFunctions(files(60))).toEqual([]);
    expect(shape.overlongFunctions(files(61))).toEqual([`a.ts: ${name} has 61 lines; at most 60`]);
  });

  it.each([
    "export * from './a.js';",
    "import { a } from './a.js';\nexport { a };",
    "export type { A } from './a.js';",
  ])('refuses the barrel %j', (source) => {
    expect(shape.barrels(house({ 'node/all.ts': source }))).toHaveLength(1);
  });

  it('accepts a file that declares something beside a re-export', () => {
    const source = "export type { A } from './a.js';\nexport const b = 1;";
    expect(shape.barrels(house({ 'node/b.ts': source, 'index.ts': "export { b } from './b.js';" }))).toEqual(
      [],
    );
  });

  it.each(["export * from './core/a.js';", "import './core/a.js';", 'export const a = 1;'])(
    'refuses a face with %j',
    (source) => {
      expect(shape.facesWithMore(house({ 'index.ts': source }))).toHaveLength(1);
    },
  );
});
