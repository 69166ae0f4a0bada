import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lstatSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { USAGE } from '../../../../lib/cli/openapi/command/command-options.js';
import { VERSION } from '../../../../lib/cli/openapi/print-client.js';
import { HomingCommand, small } from '../../../support/homing-command.js';
import { answers, NOTHING, openApi, param } from '../../../support/open-api.js';

let command: HomingCommand;
beforeEach(() => {
  command = new HomingCommand();
});
afterEach(() => command.close());

const at = (name: string): string => command.at(name);
const save = (document?: unknown, name?: string): string => command.save(document, name);
const homing = (...args: string[]) => command.run(...args);
const written = (): string => command.read('api.ts');

const listUsers = { operationId: 'listUsers', responses: { 200: answers({ type: 'string' }) } };

describe('homing', () => {
  it.each([['--help'], ['-h'], ['openapi', '--help'], ['openapi', 'api.json', '-h', '--check']])(
    '%s %s prints the usage on stdout, and exits with 0',
    async (...args) => {
      expect(await homing(...args)).toEqual({ code: 0, stdout: USAGE, stderr: '' });
    },
  );

  it.each([['--version'], ['openapi', '--version']])(
    '%s %s prints the version on stdout, and exits with 0',
    async (...args) => {
      expect(await homing(...args)).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
    },
  );

  it('prints the usage on stderr without arguments, and exits with 2', async () => {
    expect(await homing()).toEqual({ code: 2, stdout: '', stderr: USAGE });
  });

  it('reports an invalid command line in one line, and exits with 2', async () => {
    expect(await homing('openapi', 'api.json', '-o', 'x', '--chekc')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'homing: unknown option --chekc; try --check; see homing --help\n',
    });
  });
});

describe('homing openapi', () => {
  it('writes a file, and reports the number of endpoints and types', async () => {
    const { code, stderr } = await homing('openapi', save(), '-o', at('src/api.ts'));
    expect([code, stderr]).toEqual([0, './src/api.ts was written: 1 endpoint and 1 type\n']);
    expect(command.read('src/api.ts')).toContain('export const listUsers = ');
    expect(readdirSync(at('src'))).toEqual(['api.ts']);
  });

  it('writes to stdout for -', async () => {
    const { code, stdout, stderr } = await homing('openapi', save(), '-o', '-');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('export const listUsers = ');
  });

  it('generates the same bytes from YAML and from JSON', async () => {
    writeFileSync(
      at('api.yaml'),
      [
        'paths:',
        '  /users:',
        '    get:',
        '      responses:',
        '        200: { description: fine, content: { application/json: { schema: { type: string } } } }',
        '      operationId: listUsers',
        "info: { version: '1', title: Small }",
        'openapi: 3.1.0',
      ].join('\n'),
    );
    const fromYaml = await homing('openapi', at('api.yaml'), '-o', '-');
    expect(fromYaml.stdout).toBe((await homing('openapi', save(), '-o', '-')).stdout);
  });

  it("doesn't rewrite an equal file", async () => {
    const args = ['openapi', save(), '-o', at('api.ts')];
    await homing(...args);
    utimesSync(at('api.ts'), 1, 1);
    expect(await homing(...args)).toMatchObject({
      code: 0,
      stderr: './api.ts is up to date: 1 endpoint and 1 type\n',
    });
    expect(statSync(at('api.ts')).mtimeMs).toBe(1000);
  });

  it('treats a file with Windows line breaks as equal', async () => {
    const args = ['openapi', save(), '-o', at('api.ts')];
    await homing(...args);
    writeFileSync(at('api.ts'), `\uFEFF${written().replaceAll('\n', '\r\n')}`);
    expect(await homing(...args, '--check')).toMatchObject({ code: 0 });
  });

  it("doesn't rewrite a file of another homing version if nothing else differs", async () => {
    const args = ['openapi', save(), '-o', at('api.ts')];
    await homing(...args);
    const older = written().replace(VERSION, '1.0.0');
    writeFileSync(at('api.ts'), older);
    expect(await homing(...args)).toMatchObject({
      stderr: './api.ts is up to date: 1 endpoint and 1 type\n',
    });
    expect(await homing(...args, '--check')).toMatchObject({ code: 0, stderr: './api.ts is up to date\n' });
    expect(written()).toBe(older);
  });

  it('rewrites a file when the version of the document changed', async () => {
    const args = ['openapi', save(), '-o', at('api.ts')];
    await homing(...args);
    save({ ...small, info: { title: 'Small', version: '2' } });
    expect(await homing(...args, '--check')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('./api.ts: its header was changed\n'),
    });
    await homing(...args);
    expect(written()).toContain(`// homing ${VERSION}: Small 2\n`);
  });

  it('writes through a symbolic link, which stays', async () => {
    writeFileSync(at('real.ts'), '');
    symlinkSync(at('real.ts'), at('link.ts'));
    await homing('openapi', save(), '-o', at('link.ts'));
    expect(lstatSync(at('link.ts')).isSymbolicLink()).toBe(true);
    expect(command.read('real.ts')).toContain('listUsers');
  });

  it('shows that it reads only on a terminal, and removes the message afterwards', async () => {
    const { stderr } = await homing('on a terminal', 'openapi', save(), '-o', '-');
    expect(stderr).toBe('reading ./api.json …\r\u001B[K');
  });
});

describe('homing openapi --check', () => {
  it('exits with 1 if the file is missing, and writes none', async () => {
    const { code, stderr } = await homing('openapi', save(), '-o', at('api.ts'), '--check');
    expect([code, stderr]).toEqual([1, './api.ts is missing: run without --check to write it\n']);
    expect(readdirSync(command.folder)).toEqual(['api.json']);
  });

  it("exits with 1 for a different file, reports the changes, and doesn't rewrite the file", async () => {
    const getUser = {
      operationId: 'getUser',
      parameters: [param('path', 'id')],
      responses: { 204: NOTHING },
    };
    await homing(
      'openapi',
      save(openApi({ '/users': { get: listUsers, post: { responses: { 204: NOTHING } } } })),
      '-o',
      at('api.ts'),
    );
    const before = written();
    save(
      openApi(
        { '/users': { get: { ...listUsers, summary: 'New' } }, '/users/{id}': { get: getUser } },
        { info: { title: 'Small', version: '2' } },
      ),
    );
    const { code, stderr } = await homing('openapi', at('api.json'), '-o', at('api.ts'), '--check');
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      './api.ts: its header was changed',
      './api.ts: endpoint getUser was added',
      './api.ts: endpoint listUsers was changed',
      './api.ts: endpoint postUsers was removed',
      './api.ts: type GetUserParams was added',
      './api.ts is out of date: run without --check to update it',
      '',
    ]);
    expect(written()).toBe(before);
  });
});

describe('a warning of homing openapi', () => {
  const withTrace = openApi({ '/users': { get: listUsers, trace: { responses: { 204: NOTHING } } } });

  it('has one line with its location, its code and a message', async () => {
    const { code, stderr } = await homing('openapi', save(withTrace), '-o', '-');
    expect([code, stderr]).toEqual([
      0,
      "./api.json#/paths/~1users/trace: [method] it is skipped: fetch can't send it\n",
    ]);
  });

  it('is an error under --strict, and nothing is written', async () => {
    const { code, stderr } = await homing('openapi', save(withTrace), '-o', at('api.ts'), '--strict');
    expect(code).toBe(2);
    expect(stderr.split('\n')).toEqual([
      expect.stringContaining('/trace: [method] '),
      'homing: 1 warning, rejected by --strict: fix the document, or pass --allow method',
      '',
    ]);
    expect(readdirSync(command.folder)).toEqual(['api.json']);
  });

  it('is listed once for each code under --strict', async () => {
    const both = openApi({
      '/a#x': { get: listUsers, trace: { responses: {} } },
      '/b#x': { get: { responses: { 204: NOTHING } } },
    });
    const { stderr } = await homing('openapi', save(both), '-o', '-', '--strict');
    expect(stderr).toMatch(/homing: \d warnings, .* --allow method,path-text\n$/);
  });

  it.each([[['--strict']], [[]]])('is not printed if --allow names its code, with %j', async (strict) => {
    const args = ['openapi', save(withTrace), '-o', at('api.ts'), ...strict, '--allow', 'method'];
    expect(await homing(...args)).toMatchObject({
      code: 0,
      stderr: './api.ts was written: 1 endpoint and 1 type\n',
    });
  });

  it("is an error under --strict if --allow doesn't name its code", async () => {
    const args = ['openapi', save(withTrace), '-o', '-', '--strict', '--allow', 'webhook,callback'];
    expect(await homing(...args)).toMatchObject({ code: 2, stdout: '' });
  });
});
