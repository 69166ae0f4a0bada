import { truncateSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { param } from '../../../support/open-api.js';
import { HomingCommand } from '../../../support/homing-command.js';
import { listing, listOf, objectOf, TEXT } from '../../../support/paged.js';

let command: HomingCommand;
beforeEach(() => {
  command = new HomingCommand();
});
afterEach(() => command.close());

const PAGE = objectOf({ data: listOf(), next: TEXT, other: TEXT });
const document = listing(PAGE, [param('query', 'cursor')]);
const RULE = { type: 'cursor', param: 'cursor', next: 'next' };
const at = (name: string): string => command.at(name);
const pagesIn = (name: string): string | undefined => /next: '(\w+)'/.exec(command.read(name))?.[1];

/** Runs the command with this file. */
const homing = async (rules: unknown, ...more: string[]) => {
  command.save(document);
  command.save(rules, 'rules.json');
  const args = ['openapi', at('api.json'), '-o', at('api.ts'), '--pages', at('rules.json'), ...more];
  return await command.run(...args);
};

describe('--pages', () => {
  it('reads the rules of a JSON file', async () => {
    const { code } = await homing(`\uFEFF${JSON.stringify({ listThings: RULE })}`);
    expect([code, pagesIn('api.ts')]).toEqual([0, 'next']);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '{', './rules.json is not valid JSON: '],
    ['an array', [], './rules.json: pages is an array: pass an object'],
    ['an unknown type', { a: { type: 'x' } }, "./rules.json: pages of 'a': type is 'x': pass cursor, "],
    [
      'an unknown operation',
      { listThing: RULE },
      "pages of 'listThing': no such operation: try 'listThings'",
    ],
    [
      'a rule that does not fit',
      { listThings: { ...RULE, next: 'nxt' } },
      "./api.json#/paths/~1things/get: pages of 'listThings': the data has no member 'nxt' (next): try 'next'",
    ],
    ['a control character', { '\u001b[2J': RULE }, "pages of '\\\\u001b[2J': no such operation"],
  ])('reports %s in one line', async (_, rules, message) => {
    const { code, stderr } = await homing(rules);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('bug');
  });

  it('reports a missing file, a folder and a huge file', async () => {
    command.save(document);
    writeFileSync(at('huge.json'), '{}');
    truncateSync(at('huge.json'), 6_000_000);
    for (const [file, message] of [
      ['none.json', "homing: ./none.json doesn't exist: pass another file with --pages"],
      ['.', 'is not a file: pass a JSON file with --pages'],
      ['huge.json', 'homing: ./huge.json has more than 5 MB: pass a JSON file with rules'],
    ] as const) {
      const { code, stderr } = await command.run(
        'openapi',
        at('api.json'),
        '-o',
        at('a.ts'),
        '--pages',
        at(file),
      );
      expect([code, stderr.trim()]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  it('wins over the configuration', async () => {
    const pages = { listThings: { ...RULE, next: 'other' } };
    command.save({ document: 'api.json', output: 'api.ts', pages }, 'homing.config.json');
    command.save(document);
    command.save({ listThings: RULE }, 'rules.json');
    expect((await command.run('openapi')).code).toBe(0);
    expect(pagesIn('api.ts')).toBe('other');
    expect((await command.run('openapi', '--pages', at('rules.json'))).code).toBe(0);
    expect(pagesIn('api.ts')).toBe('next');
  });

  it('is followed by --watch', async () => {
    command.save(document);
    command.save({ listThings: RULE }, 'rules.json');
    const { line } = command.start(
      'openapi',
      at('api.json'),
      '-o',
      at('api.ts'),
      '--watch',
      '--pages',
      at('rules.json'),
    );
    await line(/^homing: watching \.\/api\.json, its \$refs and \.\/rules\.json; Ctrl\+C to stop$/);
    await line(/was written/);
    command.save({ listThings: { ...RULE, next: 'other' } }, 'rules.json');
    await line(/^\.\/api\.ts was written: endpoint listThings was changed$/);
    command.save('{', 'rules.json');
    await line(/rules\.json is not valid JSON/);
    command.save({ listThings: RULE }, 'rules.json');
    await line(/^\.\/api\.ts was written/);
    expect(pagesIn('api.ts')).toBe('next');
  });
});

describe('pages of a configuration', () => {
  it.each([
    ["{ listThings: { type: 'cursor' } }", "pages of 'listThings': param is missing: add it"],
    ['7', 'pages is a value of type number: pass an object'],
    ["{ get a() { throw new Error('no') } }", "pages can't be read: no"],
    ["new Proxy({}, { ownKeys() { throw new Error('no') } })", "pages can't be read: no"],
  ])('%s is an error', async (pages, message) => {
    command.save(document);
    writeFileSync(
      at('homing.config.mjs'),
      `export default { document: 'api.json', output: 'a.ts', pages: ${pages} };`,
    );
    const { code, stderr } = await command.run('openapi');
    expect([code, stderr]).toEqual([2, `homing: ./homing.config.mjs: ${message}\n`]);
  });

  it('are read once', async () => {
    command.save(document);
    writeFileSync(
      at('homing.config.mjs'),
      `let reads = 0; export default { document: 'api.json', output: 'a.ts',
        pages: { listThings: { type: 'cursor', param: 'cursor', get next() { reads += 1; return reads > 1 ? 7 : 'next'; } } } };`,
    );
    expect(await command.run('openapi')).toMatchObject({ code: 0 });
    expect(pagesIn('a.ts')).toBe('next');
  });
});
