import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { readConfiguration } from '../../../../lib/cli/openapi/command/configuration.js';
import { loadConfiguration } from '../../../../lib/cli/openapi/command/load-configuration.js';
import { WARNING_CODES } from '../../../../lib/cli/openapi/document/diagnostics.js';
import { defineConfig } from '../../../../lib/entries/openapi-generator.js';
import { HomingCommand } from '../../../support/homing-command.js';

const one = { document: 'a.json', output: 'a.ts' };

describe('defineConfig', () => {
  it('returns its argument', () => {
    const config = { ...one, int64: 'string' } as const;
    expect(defineConfig(config)).toBe(config);
  });
});

describe('readConfiguration', () => {
  it('merges shared options into each document', () => {
    const config = { strict: true, docs: false, documents: [one, { ...one, strict: false }] };
    expect(readConfiguration(config, 'c')).toEqual([
      { ...one, strict: true, docs: false },
      { ...one, strict: false, docs: false },
    ]);
  });

  it('prefers the output of the command line', () => {
    expect(readConfiguration({ document: 'a.json' }, 'c', 'x.ts')).toEqual([
      { document: 'a.json', output: 'x.ts' },
    ]);
  });

  it('reads each property once', () => {
    let count = 0;
    const config = {
      ...one,
      get root() {
        return (count += 1) === 1 ? 'a' : 7;
      },
    };
    expect(readConfiguration(config, 'c')).toEqual([{ ...one, root: 'a' }]);
  });

  it('reads no inherited property', () => {
    expect(() => readConfiguration(Object.create(one), 'c')).toThrow('c: document is missing: add it');
  });

  const hostile = new Proxy([], {
    get: () => {
      throw new Error('no\nentry');
    },
  });
  it.each<[string, () => unknown, string]>([
    ['null', () => null, 'c: the configuration is null: pass an object'],
    ['an array', () => [one], 'c: the configuration is an array: pass an object'],
    ['a function', () => () => one, 'c: the configuration is a value of type function: pass an object'],
    ['an empty object', () => ({}), 'c: document is missing: add it'],
    ['no output', () => ({ document: 'a' }), 'c: output is missing: add it'],
    ['stdout', () => ({ ...one, output: '-' }), 'c: output is "-": pass a file'],
    [
      'an object as document',
      () => ({ ...one, document: {} }),
      'c: document is a value of type object: pass a string',
    ],
    ['an unknown key', () => ({ ...one, inclde: [] }), 'c: unknown key "inclde"; try include'],
    ['an unrelated key', () => ({ ...one, x: 1 }), 'c: unknown key "x"'],
    [
      '__proto__',
      () => JSON.parse('{"document":"a","output":"b","__proto__":{}}'),
      'c: unknown key "__proto__"',
    ],
    ['constructor', () => ({ ...one, constructor: 1 }), 'c: unknown key "constructor"'],
    ['an escape', () => ({ ...one, '\u001b[2J': 1 }), 'c: unknown key "\\u001b[2J"'],
    ['no documents', () => ({ documents: [] }), 'c: documents is empty: pass an array of documents'],
    [
      'one document in documents',
      () => ({ documents: one }),
      'c: documents is a value of type object: pass an array of documents',
    ],
    [
      'a document next to documents',
      () => ({ ...one, documents: [one] }),
      'c: document is next to documents: move it into documents',
    ],
    [
      'an unknown shared key',
      () => ({ strickt: true, documents: [one] }),
      'c: unknown key "strickt"; try strict',
    ],
    [
      'a string in documents',
      () => ({ documents: [one, 'a'] }),
      'c: documents[1] is a value of type string: pass an object',
    ],
    [
      'a hole in documents',
      () => ({ documents: Array(1) }),
      'c: documents[0] is a value of type undefined: pass an object',
    ],
    [
      'documents in a document',
      () => ({ documents: [{ ...one, documents: [] }] }),
      'c: documents[0]: unknown key "documents"; try document',
    ],
    [
      'a string as strict',
      () => ({ ...one, strict: 'yes' }),
      'c: strict is a value of type string: pass true or false',
    ],
    [
      'a string as allow',
      () => ({ ...one, allow: 'webhook' }),
      'c: allow is a value of type string: pass an array',
    ],
    [
      'an unknown code',
      () => ({ ...one, allow: ['webhooks'] }),
      `c: allow needs a warning code: got webhooks; try webhook; all codes: ${WARNING_CODES.join(', ')}`,
    ],
    [
      'an unknown filter',
      () => ({ ...one, include: ['tags:a'] }),
      "c: include needs tag:NAME, operation:ID, path:GLOB or deprecated: got 'tags:a'; try tag:",
    ],
    [
      'a number as filter',
      () => ({ ...one, exclude: [7] }),
      'c: exclude needs tag:NAME, operation:ID, path:GLOB or deprecated: got number',
    ],
    [
      'a path as origin',
      () => ({ ...one, allowOrigins: ['https://a.example/b'] }),
      'c: allowOrigins needs only the origin: pass https://a.example',
    ],
    [
      'an object as hook',
      () => ({ ...one, onSchema: {} }),
      'c: onSchema is a value of type object: pass a function',
    ],
    [
      'a string as patch',
      () => ({ ...one, patch: ['a'] }),
      'c: patch is a value of type string: pass a function',
    ],
    [
      'another int64',
      () => ({ ...one, int64: 'Bigint' }),
      'c: int64 is Bigint: pass number, string or bigint',
    ],
    [
      'another library',
      () => ({ ...one, schemas: 1 }),
      'c: schemas is a value of type number: pass zod, zod-mini or valibot',
    ],
    [
      'a getter that throws',
      () => ({
        get document() {
          throw new Error('no\nentry');
        },
      }),
      "c: can't be read: no",
    ],
    ['a proxy that throws', () => ({ ...one, include: hostile }), "c: include can't be read: no"],
  ])('rejects %s', (_, configOf, message) => {
    expect(() => readConfiguration(configOf(), 'c')).toThrow(new Error(message));
  });
});

describe('a configuration file', () => {
  let command: HomingCommand;
  beforeEach(() => {
    command = new HomingCommand();
  });
  afterEach(() => command.close());

  const error = async (text: string, name = 'homing.config.mjs', ...args: string[]): Promise<string> => {
    if (text) writeFileSync(command.at(name), text);
    const { code, stdout, stderr } = await command.run('openapi', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.match(/\n/g)).toHaveLength(1);
    return stderr.trimEnd();
  };

  it.each([
    ['homing.config.mjs', 'export const a = 1;', 'has no default export: export default defineConfig(…)'],
    ['homing.config.mjs', 'throw new Error("no\\nway")', "can't be loaded: no"],
    [
      'homing.config.mjs',
      'export default Promise.reject(new Error())',
      'exports a promise: export its value with await',
    ],
    [
      'homing.config.mjs',
      'export default 7',
      ': the configuration is a value of type number: pass an object',
    ],
    ['homing.config.json', '{', "can't be loaded: not valid JSON: "],
    ['homing.config.json', '[]', ': the configuration is an array: pass an object'],
  ])('%s with %s is reported in one line', async (name, text, message) => {
    const line = await error(text, name);
    expect(line).toContain(`homing: ./${name}`);
    expect(line).toContain(message);
  });

  it.each([
    ['none.mjs', "./none.mjs doesn't exist: create it with homing openapi --init"],
    ['a.yaml', "./a.yaml can't be loaded: use a name that ends with .ts, .mjs, .js or .json"],
  ])('%s of --config is reported in one line', async (name, message) => {
    expect(await error('', '', '--config', name)).toBe(`homing: ${message}`);
  });

  it('is rejected next to another one', async () => {
    writeFileSync(command.at('homing.config.json'), '{}');
    expect(await error('export default {}')).toBe(
      'homing: ./homing.config.mjs and ./homing.config.json both exist: remove one',
    );
  });

  it('keeps a URL, and resolves its other paths', async () => {
    const config = {
      documents: [
        { ...one, root: '..' },
        { ...one, document: 'https://a.example/b' },
      ],
    };
    writeFileSync(command.at('c.json'), JSON.stringify(config));
    const [first, second] = await loadConfiguration(command.at('c.json'));
    expect(first).toEqual({
      document: command.at('a.json'),
      output: command.at('a.ts'),
      root: command.at('..'),
    });
    expect(second?.document).toBe('https://a.example/b');
  });
});
