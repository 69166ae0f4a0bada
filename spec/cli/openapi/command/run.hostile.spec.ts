import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HomingCommand } from '../../../support/homing-command.js';
import { NOTHING, openApi } from '../../../support/open-api.js';

let command: HomingCommand;
beforeEach(() => {
  command = new HomingCommand();
});
afterEach(() => command.close());

const BAD =
  '\u001B[2J\r\u0007\u009B1m\u202E\u2028\n::error::x ##vso[task.complete] ##[error] ::set-output name=a::b';

/** Characters that a terminal or a CI log would interpret as a command. */
const OBEYED = /[^\n\P{C}]|[\u2028\u2029]|^\s*::|##\w*\[/mu;

const fine = { 200: { description: '', content: { 'application/json': { schema: { type: 'string' } } } } };

/** Every document contains the text in another place: a key, a value, or a file name. */
const DOCUMENTS: readonly (readonly [string, object])[] = [
  ['the key of a path, with a warning', openApi({ [`/${BAD}`]: { trace: { responses: { 204: NOTHING } } } })],
  [
    'an operation',
    openApi({ '/a': { get: { operationId: BAD, responses: fine, servers: [{ url: `https://${BAD}` }] } } }),
  ],
  ['an unresolved $ref', openApi({ '/a': { get: { responses: { 200: { $ref: `#/components/${BAD}` } } } } })],
  ['a $ref to a file', openApi({ '/a': { get: { responses: { 200: { $ref: `./${BAD}.yaml` } } } } })],
  [
    'a $ref to a URL',
    openApi({ '/a': { get: { responses: { 200: { $ref: `http://127.0.0.1:1/${BAD}` } } } } }),
  ],
  ['the version', { openapi: BAD, info: {}, paths: {} }],
  ['a parameter', openApi({ '/a': { get: { parameters: [{ in: 'path', name: BAD }], responses: fine } } })],
  ['a server', openApi({ '/a': { servers: [{ url: BAD }], get: { responses: fine } } })],
];

describe('control characters in a document reach neither a terminal nor a CI', () => {
  it.each(DOCUMENTS)('through %s', async (_, document) => {
    const { stderr } = await command.run(
      'openapi',
      command.save(document),
      '-o',
      command.at('api.ts'),
      '--offline',
    );
    expect(stderr).not.toBe('');
    expect(stderr).not.toMatch(OBEYED);
  });

  it('through invalid JSON and YAML', async () => {
    for (const text of [`{"a": ${BAD}`, `a: [${BAD}`, `a: ${BAD}\n - : b: c: \t${BAD}`]) {
      const { code, stderr } = await command.run(
        'openapi',
        command.save(text, 'api.yaml'),
        '-o',
        command.at('api.ts'),
      );
      expect(code).toBe(2);
      expect(stderr).not.toMatch(OBEYED);
    }
  });

  it('through the names of added and removed endpoints', async () => {
    const [key] = ['\u001B[2J ::error:: ##vso[a]'];
    const types = { components: { schemas: { [key]: { type: 'string' } } } };
    const path = { '/a': { get: { operationId: key, responses: fine } } };
    const args = ['-o', command.at('api.ts')];
    await command.run('openapi', command.save(), ...args);
    const { code, stderr } = await command.run(
      'openapi',
      command.save(openApi(path, types)),
      ...args,
      '--check',
    );
    expect(code).toBe(1);
    expect(stderr).not.toMatch(OBEYED);
  });
});

describe('control characters in an argument reach neither a terminal nor a CI', () => {
  const name = BAD.replaceAll('/', '');

  it.each([
    [[name]],
    [['openapi', `${name}.json`, '-o', 'x']],
    [['openapi', 'a', '-o', 'x', `--${name}`]],
    [['openapi', 'a', '-o', 'x', '--allow', name]],
    [['openapi', 'a', '-o', 'x', `--check=${name}`]],
    [['openapi', `https://a.example/${name}`, '-o', 'x', '--watch']],
  ])('as case %#', async (args) => {
    const { code, stderr } = await command.run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).not.toMatch(OBEYED);
  });

  it('if it names files, which are still read and written', async () => {
    mkdirSync(command.at(name));
    const { code, stderr } = await command.run(
      'openapi',
      command.save(undefined, `${name}/a.json`),
      '-o',
      command.at(`${name}/a.ts`),
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining(' was written: 1 endpoint')]);
    expect(stderr).not.toMatch(OBEYED);
    expect(command.read(`${name}/a.ts`)).toContain('listUsers');
  });

  it('on a terminal, while the document is read', async () => {
    const { stderr } = await command.run('on a terminal', 'openapi', `${name}.json`, '-o', 'x');
    expect(stderr.replace('\r\u001B[K', '')).not.toMatch(OBEYED);
  });
});
