import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type * as files from 'node:fs/promises';
import { run } from '../../../../lib/cli/openapi/command/run.js';
import * as names from '../../../../lib/cli/openapi/names.js';
import { HomingCommand } from '../../../support/homing-command.js';
import { openApi } from '../../../support/open-api.js';

let refusal = '';

vi.mock('node:fs/promises', async (load) => {
  const actual = await load<typeof files>();
  const writeFile = async (file: string, text: string): Promise<void> => {
    await actual.writeFile(file, refusal ? text.slice(9) : text);
    if (refusal) throw Object.assign(new Error(`${refusal}: it broke`), { code: refusal });
  };
  return { ...actual, writeFile };
});

let command: HomingCommand;
beforeEach(() => {
  command = new HomingCommand();
  refusal = '';
});
afterEach(() => command.close());

const at = (name: string): string => command.at(name);
const save = (document?: unknown, name?: string): string => command.save(document, name);
const homing = (...args: string[]) => command.run(...args);

/** What is said when the client goes there. */
const failing = async (output: string, ...more: string[]): Promise<string> => {
  const { code, stdout, stderr } = await homing('openapi', save(), '-o', output, ...more);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  return stderr;
};

describe('a document that can not be read', () => {
  it.each([
    ['that is not there', 'none.json', ''],
    ['that is none', 'api.json', '[]'],
    ['that is no JSON', 'api.json', '{'],
  ])('%s is one line, with where', async (_, name, text) => {
    if (text) writeFileSync(at(name), text);
    const { code, stderr } = await homing('openapi', at(name), '-o', at('api.ts'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^\.\/\w+\.json[^\n]*: [^\n]+\n$/);
  });

  it('with a $ref that leads nowhere is one line, with where', async () => {
    const lost = openApi({ '/a': { get: { responses: { 200: { $ref: '#/components/responses/none' } } } } });
    const { code, stderr } = await homing('openapi', save(lost), '-o', '-');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^\.\/api\.json#\/paths\/~1a\/get\/responses\/200[^\n]*: [^\n]+\n$/);
  });

  it('that no client can be made of is one line, and nothing is written', async () => {
    const none = { ...openApi({}), paths: [] };
    const { code, stderr } = await homing('openapi', save(none), '-o', at('api.ts'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^\.\/api\.json#\/paths: `paths` is no object[^\n]+\n$/);
    expect(readdirSync(command.folder)).toEqual(['api.json']);
  });

  it.each(['http://me:secret@127.0.0.1:1/a?key=secret#x', 'http://127.0.0.1:1/a?key=secret'])(
    '%s is named without what may be secret in it',
    async (url) => {
      for (const offline of [['--offline'], []]) {
        const { code, stderr } = await homing('openapi', url, '-o', '-', ...offline);
        expect(code).toBe(2);
        expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:1\/a: [^\n]+\n$/);
        expect(stderr).not.toContain('secret');
      }
    },
  );
});

describe('an output that can not be written', () => {
  it('which homing did not write stays as it is', async () => {
    writeFileSync(at('api.ts'), '// by hand\nexport const a = 1;\n');
    for (const more of [[], ['--check']])
      expect(await failing(at('api.ts'), ...more)).toBe(
        'homing: ./api.ts is not a file that homing wrote; remove it first, or name another\n',
      );
    expect(command.read('api.ts')).toBe('// by hand\nexport const a = 1;\n');
  });

  it('is taken where it is empty', async () => {
    writeFileSync(at('api.ts'), '\n');
    expect(await homing('openapi', save(), '-o', at('api.ts'))).toMatchObject({ code: 0 });
  });

  it.each(['api.json', './api.json', 'link.json'])(
    'which is the document, as %s, is refused',
    async (name) => {
      symlinkSync(save(), at('link.json'));
      const before = command.read('api.json');
      expect(await failing(`${command.folder}/${name}`)).toMatch(
        /^homing: .* is the document itself; name another file to write to\n$/,
      );
      expect(command.read('api.json')).toBe(before);
    },
  );

  it('which is another name of the document is not a file that homing wrote', async () => {
    linkSync(save(), at('hard.json'));
    expect(await failing(at('hard.json'))).toContain('is not a file that homing wrote');
  });

  it.each(['src', 'src/', 'new/'])('which is the folder %s is one line', async (name) => {
    mkdirSync(at('src'));
    expect(await failing(`${command.folder}/${name}`)).toMatch(
      /^homing: [^\n]*(src|new)\/? [^\n]*folder; name a file in it\n$/,
    );
  });

  it.each(['file/api.ts', 'file/a/b/api.ts'])('%s, inside of a file, is one line', async (name) => {
    writeFileSync(at('file'), '');
    expect(await failing(at(name))).toBe(
      `homing: ./${name} can't be read: a part of its path is a file, and no folder\n`,
    );
    expect(readdirSync(command.folder).sort()).toEqual(['api.json', 'file']);
  });

  (process.platform === 'win32' ? it.skip : it)('which is a pipe is one line', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    expect(await failing(at('pipe'))).toBe('homing: ./pipe is no file; -o - writes to stdout\n');
  });

  it('whose draft has a name that is too long is one line', async () => {
    expect(await failing(at(`${'a'.repeat(250)}.ts`))).toMatch(
      /^homing: [^\n]* can't be written: its name is too long\n$/,
    );
  });

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EIO', 'EIO: it broke'],
  ])('for %s is one line, the file stays, and no draft is left', async (code, reason) => {
    await homing('openapi', save(), '-o', at('api.ts'));
    const before = command.read('api.ts');
    refusal = code;
    save(openApi({}));
    const { stderr } = await homing('openapi', at('api.json'), '-o', at('api.ts'));
    expect(stderr).toBe(`homing: ./api.ts can't be written: ${reason}\n`);
    expect(command.read('api.ts')).toBe(before);
    expect(readdirSync(command.folder).sort()).toEqual(['api.json', 'api.ts']);
  });
});

describe('what homing is not prepared for', () => {
  it('is one line that says whose fault it is, without a stack', async () => {
    vi.spyOn(names, 'endpointNames').mockImplementation(() => {
      throw new TypeError('nothing is no function\nat all');
    });
    expect(await failing(at('api.ts'))).toBe(
      'homing: TypeError: nothing is no function: this is a fault of homing, please report it\n',
    );
    vi.restoreAllMocks();
  });

  it.each([
    ['EPIPE', 0, ''],
    ['ENOSPC', 2, "homing: stdout can't be written: the disk is full\n"],
  ])('of stdout is %s, and exits with %i', async (name, expected, line) => {
    let stderr = '';
    const code = await run(['openapi', save(), '-o', '-'], {
      pid: 7,
      stdout: { write: (_, done) => done?.(Object.assign(new Error(name), { code: name })) },
      stderr: { write: (text) => (stderr += text) },
      on: () => undefined,
      off: () => undefined,
    });
    expect({ code, stderr }).toEqual({ code: expected, stderr: line });
  });
});
