import { existsSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import ts from 'typescript';
import { readConfiguration } from '../../../../lib/cli/openapi/command/configuration.js';
import { HomingCommand, small } from '../../../support/homing-command.js';

let command: HomingCommand;
beforeEach(() => {
  command = new HomingCommand();
});
afterEach(() => command.close());

const init = (...args: string[]) => command.run('openapi', '--init', ...args);

/** The configuration that a file exports. */
const exported = async (name: string): Promise<unknown> => {
  const copy = command.at('copy.mjs');
  const stub = 'const defineConfig = (config) => config;';
  writeFileSync(copy, command.read(name).replace(/^import .*$/m, stub));
  const module = (await import(pathToFileURL(copy).href)) as { default: unknown };
  return module.default;
};

describe('homing openapi --init', () => {
  it('writes a configuration for the document that it finds, and prints the next command', async () => {
    command.save(small, 'api/openapi.json');
    expect(await init()).toEqual({
      code: 0,
      stdout: '',
      stderr: './homing.config.mjs was written for api/openapi.json: now run npx homing openapi\n',
    });
    expect(await exported('homing.config.mjs')).toEqual({
      document: 'api/openapi.json',
      output: 'src/api.ts',
    });
  });

  it('writes a configuration that works without a change, and with all its comments as code', async () => {
    command.save(small, 'openapi.json');
    await init();
    const text = command
      .read('homing.config.mjs')
      .replace(/^import .*$/m, 'const defineConfig = (config) => config;');
    writeFileSync(command.at('c.mjs'), text);
    expect(await command.run('openapi', '--config', 'c.mjs')).toMatchObject({
      code: 0,
      stderr: './src/api.ts was written: 1 endpoint and 1 type\n',
    });
    const all = text.replace(/^( *)\/\/ (?! *[A-Z])/gm, '$1');
    const { diagnostics } = ts.transpileModule(all, { reportDiagnostics: true });
    expect(diagnostics).toEqual([]);
  });

  it('mentions options that a configuration accepts with their values', async () => {
    command.save(small, 'openapi.json');
    await init('-o', 'lib/client.mts');
    const text = command.read('homing.config.mjs');
    const one = text.slice(0, text.indexOf('  // For several documents, replace'));
    writeFileSync(command.at('all.mjs'), `${one.replace(/^( *)\/\/ (?! *[A-Z])/gm, '$1')}});\n`);
    const [config] = readConfiguration(await exported('all.mjs'), 'all.mjs');
    expect(Object.keys(config ?? {})).toEqual(
      expect.arrayContaining(
        'include exclude schemas dates int64 bytes properties pages mocks groups streams'.split(' '),
      ),
    );
    expect(config?.mocks).toBe('lib/client.mocks.ts');
  });

  it('takes the first document, and lists the others in a comment', async () => {
    for (const name of ['swagger.json', 'docs/openapi.yaml', 'openapi.yml']) command.save(small, name);
    expect((await init()).stderr).toContain('written for openapi.yml; also found 2 documents: now run');
    expect(await exported('homing.config.mjs')).toMatchObject({ document: 'openapi.yml' });
    expect(command.read('homing.config.mjs')).toContain('// Also found: swagger.json, docs/openapi.yaml.');
  });

  it('uses the document and the output of the command line', async () => {
    expect(await init("it's.yaml", '-o', 'lib/client.ts')).toMatchObject({ code: 0 });
    expect(await exported('homing.config.mjs')).toEqual({ document: "it's.yaml", output: 'lib/client.ts' });
  });

  it('writes an example if it finds no document', async () => {
    expect((await init()).stderr).toBe(
      './homing.config.mjs was written, but no document was found: set it, then run npx homing openapi\n',
    );
    expect(await exported('homing.config.mjs')).toMatchObject({ document: 'openapi.yaml' });
  });

  it.each([
    [true, 'strip', 'homing.config.ts'],
    [true, false, 'homing.config.mjs'],
    [false, 'strip', 'homing.config.mjs'],
  ])(
    'with tsconfig.json: %j, and a runtime with TypeScript: %j, writes %s',
    async (has, typescript, name) => {
      if (has) writeFileSync(command.at('tsconfig.json'), '{}');
      command.features = { typescript };
      await init();
      expect(existsSync(command.at(name))).toBe(true);
    },
  );

  it.each(['homing.config.ts', 'homing.config.mjs', 'homing.config.js', 'homing.config.json'])(
    'never overwrites %s',
    async (name) => {
      writeFileSync(command.at(name), 'mine');
      expect(await init()).toEqual({
        code: 2,
        stdout: '',
        stderr: `homing: ./${name} already exists: edit it, or remove it\n`,
      });
      expect(command.read(name)).toBe('mine');
    },
  );
});
