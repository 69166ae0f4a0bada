import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { run } from '../../../../lib/cli/openapi/command/run.js';
import { USAGE } from '../../../../lib/cli/openapi/command/usage.js';
import { answers, NOTHING, openApi, param } from '../../../support/open-api.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'homing-openapi-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

const listUsers = { operationId: 'listUsers', responses: { 200: answers({ type: 'string' }) } };
const small = openApi({ '/users': { get: listUsers } });

const save = (document: unknown = small, name = 'api.json'): string => {
  writeFileSync(at(name), JSON.stringify(document));
  return at(name);
};

/** Runs the command; what it wrote has the folder left out. */
const homing = async (...args: string[]) => {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written, isTTY = false) => ({
    isTTY,
    write: (text: string) => (written[name] += text.replaceAll(folder, '.')),
  });
  const isTTY = args[0] === 'on a terminal';
  const code = await run(isTTY ? args.slice(1) : args, {
    pid: 7,
    stdout: output('stdout'),
    stderr: output('stderr', isTTY),
  });
  return { code, ...written };
};

describe('homing', () => {
  it.each([[], ['--help'], ['-h'], ['openapi', '--help']])(
    '%s says how it is used, and exits with 2',
    async (...args) => {
      expect(await homing(...args)).toEqual({ code: 2, stdout: '', stderr: USAGE });
    },
  );

  it.each([
    [['graphql'], 'there is no command graphql'],
    [['openapi'], 'the document is missing: name a file or a URL'],
    [['openapi', 'a.json'], '-o is missing: say where to write to'],
    [['openapi', 'a.json', 'b.json', '-o', 'x'], 'one document at a time, and not b.json too'],
    [['openapi', 'a.json', '-o', '-', '--check'], '--check compares with a file: give one to -o'],
    [['openapi', 'a.json', '-o', 'x', '--int64', 'bigint'], '--int64 is number or string, and not bigint'],
    [['openapi', 'a.json', '-o', 'x', '--shiny'], "Unknown option '--shiny'"],
  ])('%j says what is wrong, and how it is used', async (args, reason) => {
    expect(await homing(...args)).toEqual({ code: 2, stdout: '', stderr: `homing: ${reason}\n\n${USAGE}` });
  });
});

describe('homing openapi', () => {
  it('writes a file, and says what is in it', async () => {
    const { code, stderr } = await homing('openapi', save(), '-o', at('src/api.ts'));
    expect([code, stderr]).toEqual([0, './src/api.ts was written: 1 endpoint and 1 type\n']);
    expect(readFileSync(at('src/api.ts'), 'utf8')).toContain('export const listUsers = ');
    expect(readdirSync(at('src'))).toEqual(['api.ts']);
  });

  it('writes to stdout for -', async () => {
    const { code, stdout, stderr } = await homing('openapi', save(), '-o', '-');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('export const listUsers = ');
  });

  it('makes the same bytes of YAML as of JSON', async () => {
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

  it('leaves an equal file alone', async () => {
    const args = ['openapi', save(), '-o', at('api.ts')];
    await homing(...args);
    utimesSync(at('api.ts'), 1, 1);
    expect(await homing(...args)).toMatchObject({
      code: 0,
      stderr: './api.ts is up to date: 1 endpoint and 1 type\n',
    });
    expect(statSync(at('api.ts')).mtimeMs).toBe(1000);
  });

  it('takes a file whose lines end as those of Windows for an equal one', async () => {
    const args = ['openapi', save(), '-o', at('api.ts')];
    await homing(...args);
    writeFileSync(at('api.ts'), readFileSync(at('api.ts'), 'utf8').replaceAll('\n', '\r\n'));
    expect(await homing(...args, '--check')).toMatchObject({ code: 0 });
  });

  it('writes through a link, which stays', async () => {
    writeFileSync(at('real.ts'), 'old');
    symlinkSync(at('real.ts'), at('link.ts'));
    await homing('openapi', save(), '-o', at('link.ts'));
    expect(readFileSync(at('real.ts'), 'utf8')).toContain('listUsers');
  });

  it('leaves nothing behind where it could not write', async () => {
    writeFileSync(at('file'), '');
    const { code, stderr } = await homing('openapi', save(), '-o', at('file/api.ts'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^homing: ENOTDIR.*\n$/);
    expect(readdirSync(folder).sort()).toEqual(['api.json', 'file']);
  });

  it('says that it reads on a terminal alone, and takes it back', async () => {
    const { stderr } = await homing('on a terminal', 'openapi', save(), '-o', '-');
    expect(stderr).toBe('reading ./api.json …\r\u001B[K');
  });
});

describe('homing openapi --check', () => {
  it('exits with 0 for a file that is what the document says', async () => {
    await homing('openapi', save(), '-o', at('api.ts'));
    const { code, stderr } = await homing('openapi', at('api.json'), '-o', at('api.ts'), '--check');
    expect([code, stderr]).toEqual([0, './api.ts is up to date\n']);
  });

  it('exits with 1 without a file, and writes none', async () => {
    const { code, stderr } = await homing('openapi', save(), '-o', at('api.ts'), '--check');
    expect([code, stderr]).toEqual([1, './api.ts is not there: run this without --check to write it\n']);
    expect(readdirSync(folder)).toEqual(['api.json']);
  });

  it('exits with 1 for another file, says what became of it, and leaves it as it is', async () => {
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
    const before = readFileSync(at('api.ts'), 'utf8');
    save(
      openApi(
        { '/users': { get: { ...listUsers, summary: 'New' } }, '/users/{id}': { get: getUser } },
        { info: { title: 'Small', version: '2' } },
      ),
    );
    const { code, stderr } = await homing('openapi', at('api.json'), '-o', at('api.ts'), '--check');
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      './api.ts: its first lines were changed',
      './api.ts: endpoint getUser was added',
      './api.ts: endpoint listUsers was changed',
      './api.ts: endpoint postUsers was removed',
      './api.ts: type GetUserParams was added',
      './api.ts is not what the document says: run this without --check to write it anew',
      '',
    ]);
    expect(readFileSync(at('api.ts'), 'utf8')).toBe(before);
  });
});

describe('what homing openapi says of a document', () => {
  const withTrace = openApi({ '/users': { get: listUsers, trace: { responses: { 204: NOTHING } } } });

  it('is a line for each warning, with where and what', async () => {
    const { code, stderr } = await homing('openapi', save(withTrace), '-o', '-');
    expect([code, stderr]).toEqual([
      0,
      './api.json#/paths/~1users/trace: it is left out: fetch has no such method\n',
    ]);
  });

  it('is an error under --strict, and nothing is written', async () => {
    const { code, stderr } = await homing('openapi', save(withTrace), '-o', at('api.ts'), '--strict');
    expect(code).toBe(2);
    expect(stderr).toContain('homing: 1 warning, and --strict lets none pass');
    expect(readdirSync(folder)).toEqual(['api.json']);
  });

  it('is one line for what is wrong, without a stack', async () => {
    const clash = openApi({ '/a-b': { get: { responses: {} } }, '/a/b': { get: { responses: {} } } });
    const { code, stderr } = await homing('openapi', save(clash), '-o', at('api.ts'));
    expect([code, stderr]).toEqual([
      2,
      './api.json#/paths/~1a-b/get: would be called "getAB", as /paths/~1a~1b/get would: give each an operationId of its own\n',
    ]);
    expect(readdirSync(folder)).toEqual(['api.json']);
  });

  it.each([
    ['a document that is not there', 'none.json', ''],
    ['a document that is none', 'api.json', '[]'],
    ['a document that is no JSON', 'api.json', '{'],
  ])('is one line for %s', async (_, name, text) => {
    if (text) writeFileSync(at(name), text);
    const { code, stderr } = await homing('openapi', at(name), '-o', at('api.ts'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^\.\/\w+\.json[^\n]*: [^\n]+\n$/);
  });

  it('is one line for a $ref that leads nowhere', async () => {
    const lost = openApi({ '/a': { get: { responses: { 200: { $ref: '#/components/responses/none' } } } } });
    const { code, stderr } = await homing('openapi', save(lost), '-o', '-');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^\.\/api\.json#\/paths\/~1a\/get\/responses\/200[^\n]*: [^\n]+\n$/);
  });

  it('names a URL without what may be secret in it', async () => {
    const { code, stderr } = await homing(
      'openapi',
      'http://me:secret@127.0.0.1:1/a?key=secret#x',
      '-o',
      '-',
      '--offline',
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:1\/a: /);
    expect(stderr).not.toContain('secret');
  });
});
