import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { USAGE } from '../../../../lib/cli/openapi/command/command-options.js';
import { HomingCommand } from '../../../support/homing-command.js';
import { NOTHING, openApi } from '../../../support/open-api.js';

let command: HomingCommand;
beforeEach(() => {
  command = new HomingCommand();
});
afterEach(() => command.close());

const at = (name: string): string => command.at(name);
const homing = (...args: string[]) => command.run('openapi', ...args);

/** A document with a GET operation for each name. */
const named = (...names: string[]) =>
  openApi(
    Object.fromEntries(
      names.map((name) => [
        `/${name}`,
        { get: { operationId: name, tags: [name], responses: { 204: NOTHING } } },
      ]),
    ),
  );

/** Writes `homing.config.mjs` with this default export. */
const configure = (code: string, name = 'homing.config.mjs'): void =>
  writeFileSync(at(name), name.endsWith('.json') ? code : `export default ${code};\n`);

const TWO = `{ documents: [
  { document: 'a.json', output: 'src/a.ts' }, { document: 'b.json', output: 'src/b.ts' },
] }`;

const endpointsIn = (name: string): string[] =>
  [...command.read(name).matchAll(/export const (\w+)/g)].map(([, endpoint = '']) => endpoint);

describe('homing openapi without a document', () => {
  it.each([
    ['homing.config.mjs', "{ document: 'a.json', output: 'out/a.ts' }"],
    ['homing.config.ts', "{ document: 'a.json', output: 'out/a.ts' }"],
    ['homing.config.js', "{ document: 'a.json', output: 'out/a.ts' }"],
    ['homing.config.json', '\uFEFF{ "document": "a.json", "output": "out/a.ts" }'],
  ])('uses %s', async (name, code) => {
    command.save(named('a'), 'a.json');
    configure(code, name);
    expect(await homing()).toEqual({
      code: 0,
      stdout: '',
      stderr: './out/a.ts was written: 1 endpoint and 1 type\n',
    });
  });

  it('prints the usage on stderr without a configuration, and exits with 2', async () => {
    expect(await homing()).toEqual({ code: 2, stdout: '', stderr: USAGE });
  });

  it('says what is missing if there are options', async () => {
    expect(await homing('--strict')).toMatchObject({
      code: 2,
      stderr:
        'homing: no document: pass a file or a URL, or write homing.config.ts with --init; see homing --help\n',
    });
  });

  it('uses the file of --config, whose paths are relative to it', async () => {
    command.save(named('a'), 'sub/a.json');
    configure("{ document: './a.json', output: '../out.ts' }", 'sub/other.mjs');
    expect(await homing('--config', 'sub/other.mjs')).toMatchObject({ code: 0 });
    expect(endpointsIn('out.ts')).toEqual(['a']);
  });

  it("doesn't read the configuration if there is a document", async () => {
    configure('(() => { throw new Error() })()');
    expect(await homing(command.save(), '-o', at('x.ts'))).toMatchObject({ code: 0 });
  });

  it('writes the files of all documents', async () => {
    command.save(named('a'), 'a.json');
    command.save(named('b'), 'b.json');
    configure(TWO);
    expect(await homing()).toMatchObject({
      code: 0,
      stderr:
        './src/a.ts was written: 1 endpoint and 1 type\n./src/b.ts was written: 1 endpoint and 1 type\n',
    });
    expect(readdirSync(at('src')).sort()).toEqual(['a.ts', 'b.ts']);
  });

  it('has functions, filters and shared options, and the option of a document wins', async () => {
    command.save(named('a', 'b', 'c'), 'a.json');
    configure(`{
      exclude: ['tag:a'],
      docs: false,
      onOperation: ({ name }) => ({ name: name + 'Now' }),
      documents: [
        { document: 'a.json', output: '1.ts', patch: (d) => { d.info.title = 'Patched'; } },
        { document: 'a.json', output: '2.ts', exclude: undefined, onOperation: ({ id }) => id !== 'b' },
        { document: 'a.json', output: '3.ts', exclude: ['tag:b', 'tag:c'], docs: true },
      ],
    }`);
    expect(await homing()).toMatchObject({ code: 0 });
    expect(['1.ts', '2.ts', '3.ts'].map(endpointsIn)).toEqual([['bNow', 'cNow'], ['c'], ['aNow']]);
    expect(command.read('1.ts')).toContain(': Patched 1\n');
    expect(['1.ts', '3.ts'].map((name) => command.read(name).includes('`GET /'))).toEqual([false, true]);
  });

  it('prefers the options of the command line', async () => {
    command.save(named('a', 'b'), 'a.json');
    configure("{ document: 'a.json', output: 'a.ts', include: ['tag:a'], docs: true }");
    expect(await homing('--include', 'operation:b', '--no-docs', '-o', at('c.ts'))).toMatchObject({
      code: 0,
    });
    expect(endpointsIn('c.ts')).toEqual(['b']);
    expect(readdirSync(command.folder)).not.toContain('a.ts');
    expect((await homing('-o', '-')).stdout).toContain('export const a = ');
  });
});

describe('an option that needs another one', () => {
  const one = "document: 'a.json', output: 'a.ts'";
  beforeEach(() => command.save(named('a'), 'a.json'));

  it.each([
    [['--strict-schemas'], '--strict-schemas needs --schemas: add it, or remove --strict-schemas'],
    [['--seed', '0'], '--seed needs --mocks: add it, or remove --seed'],
    [['--faker', '--schemas', 'zod'], '--faker needs --mocks: add it, or remove --faker'],
  ])('is an error without it: %j', async (flags, message) => {
    const expected = { code: 2, stderr: `homing: ${message}; see homing --help\n` };
    expect(await homing(at('a.json'), '-o', at('a.ts'), ...flags)).toMatchObject(expected);
    configure(`{ ${one} }`);
    expect(await homing(...flags)).toMatchObject(expected);
    expect(() => command.read('a.ts')).toThrow('ENOENT');
  });

  it.each([
    ['strictSchemas: true', 'strictSchemas needs schemas: add it, or remove strictSchemas'],
    ['seed: 0', 'seed needs mocks: add it, or remove seed'],
    ['faker: true', 'faker needs mocks: add it, or remove faker'],
  ])('is an error without it in a configuration: %s', async (option, message) => {
    configure(`{ ${one}, ${option} }`);
    expect(await homing()).toMatchObject({ code: 2, stderr: `homing: ./homing.config.mjs: ${message}\n` });
  });

  it('can be in the configuration, and the other one on the command line', async () => {
    configure(`{ ${one}, strictSchemas: true }`);
    expect(await homing('--schemas', 'zod')).toMatchObject({ code: 0 });
    configure(`{ ${one}, schemas: 'zod' }`);
    expect(await homing('--strict-schemas')).toMatchObject({ code: 0 });
  });

  it('can be off', async () => {
    configure(`{ ${one}, strictSchemas: false, faker: false }`);
    expect(await homing()).toMatchObject({ code: 0 });
  });
});

describe('several documents', () => {
  beforeEach(() => {
    command.save(named('a'), 'a.json');
    configure(TWO);
  });

  it.each<[string, () => void, string[], string]>([
    ['is invalid', () => command.save('{', 'b.json'), [], './b.json: '],
    ['is missing', () => undefined, [], './b.json'],
    [
      'has a warning under --strict',
      () => command.save({ ...named('b'), webhooks: { a: { post: { responses: {} } } } }, 'b.json'),
      ['--strict'],
      '[webhook]',
    ],
    [
      'has a foreign file as output',
      () => {
        command.save(named('b'), 'b.json');
        command.save('by hand', 'src/b.ts');
      },
      [],
      'was not generated by homing',
    ],
    [
      'has a hook that throws',
      () => {
        command.save(named('b'), 'b.json');
        configure(TWO.replace("'src/b.ts'", "'src/b.ts', onOperation() { throw new Error('no\\nway'); }"));
      },
      [],
      './b.json#/paths/~1b/get: onOperation of GET /b threw: no\n',
    ],
  ])('are all left unchanged if one %s', async (_, prepare, args, message) => {
    prepare();
    const { code, stderr } = await homing(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain('homing: nothing was written: fix the errors above\n');
    expect(readdirSync(command.folder).includes('src') ? readdirSync(at('src')) : []).not.toContain('a.ts');
  });

  it('are all reported, also after the first error', async () => {
    command.save('{', 'a.json');
    const { stderr } = await homing();
    expect(stderr).toContain('./a.json');
    expect(stderr).toContain('./b.json');
  });

  it('exit with 1 under --check if one file differs, and write nothing', async () => {
    command.save(named('b'), 'b.json');
    await homing();
    command.save(named('b', 'c'), 'b.json');
    const before = command.read('src/b.ts');
    expect(await homing('--check')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        './src/a.ts is up to date\n./src/b.ts: endpoint c was added\n' +
        './src/b.ts is out of date: run without --check to update it\n',
    });
    expect(command.read('src/b.ts')).toBe(before);
    await homing();
    expect(await homing('--check')).toMatchObject({ code: 0 });
  });

  it('have different outputs', async () => {
    writeFileSync(at('same.ts'), '');
    symlinkSync(at('same.ts'), at('link.ts'));
    mkdirSync(at('folder'));
    symlinkSync(at('folder'), at('linked'));
    const same = ['./same.ts', 'link.ts', 'same.ts'].map((name) => ['same.ts', name]);
    for (const [output, name] of [...same, ['folder/new/c.ts', 'linked/new/c.ts']]) {
      configure(
        `{ documents: [{ document: 'a.json', output: '${output}' }, { document: 'b.json', output: '${name}' }] }`,
      );
      writeFileSync(at(`${Math.random()}.txt`), '');
      const { code, stderr } = await homing('--config', 'homing.config.mjs');
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('two documents have the output'),
      });
    }
  });

  it("can't have an output inside the output of another, and write nothing", async () => {
    command.save(named('b'), 'b.json');
    for (const [output, name] of [
      ['new/n1.ts', 'new/n1.ts/x/y.ts'],
      ['new/n1.ts/x/y.ts', 'new/n1.ts'],
    ]) {
      configure(
        `{ documents: [{ document: 'a.json', output: '${output}' }, { document: 'b.json', output: '${name}' }] }`,
      );
      const before = readdirSync(command.folder);
      expect(await homing()).toMatchObject({
        code: 2,
        stderr: 'homing: ./new/n1.ts/x/y.ts is inside the generated file ./new/n1.ts: change an output\n',
      });
      expect(readdirSync(command.folder)).toEqual(before);
    }
  });

  it('can share an option that only one of them uses', async () => {
    command.save(named('b'), 'b.json');
    const [options, one] = ['strictSchemas: true, seed: 3', "{ document: 'a.json', output: 'a.ts' }"];
    const other = "{ document: 'b.json', output: 'b.ts', schemas: 'zod', mocks: 'b.mocks.ts' }";
    configure(`{ ${options}, documents: [${one}, ${other}] }`);
    expect(await homing()).toMatchObject({ code: 0 });
    configure(`{ ${options}, documents: [${one}] }`);
    expect(await homing()).toMatchObject({
      code: 2,
      stderr: 'homing: ./homing.config.mjs: strictSchemas needs schemas: add it, or remove strictSchemas\n',
    });
  });

  it("can't have the output of the command line", async () => {
    expect(await homing('-o', 'x')).toMatchObject({
      code: 2,
      stderr: 'homing: -o needs one document, but ./homing.config.mjs has 2: remove -o; see homing --help\n',
    });
  });
});

describe('homing openapi --watch with a configuration', () => {
  it('generates all files again when a document or the configuration changes', async () => {
    command.save(named('a'), 'a.json');
    command.save(named('b'), 'b.json');
    configure(TWO);
    const { line, lines, interrupt } = command.start('openapi', '--watch');
    await line(/^homing: watching 2 documents, their \$refs and \.\/homing\.config\.mjs; Ctrl\+C to stop$/);
    await line(/^\.\/src\/b\.ts was written: 1 endpoint/);
    command.save(named('b', 'c'), 'b.json');
    await line(/^\.\/src\/b\.ts was written: endpoint c was added/);
    configure('{ documents: 7 }');
    await line(/^homing: \.\/homing\.config\.mjs: documents is a value of type number/);
    configure("{ document: 'c.json', output: 'c.ts' }");
    await line(/^\.\/c\.json.*can't be read/);
    command.save(named('c'), 'c.json');
    await line(/^\.\/c\.ts was written/);
    expect(await interrupt()).toBe(0);
    expect(lines.filter((each) => each.includes('error'))).toEqual([]);
  });

  it('rejects a URL', async () => {
    configure("{ document: 'https://me:secret@a.example/b?c', output: 'c.ts' }");
    expect(await homing('--watch')).toMatchObject({
      code: 2,
      stderr:
        'homing: --watch needs a local file, not the URL https://a.example/b: download it first; see homing --help\n',
    });
  });
});
