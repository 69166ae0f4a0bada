import { describe, expect, it } from 'vitest';
import {
  type CommandOptions,
  commandOptions,
  OPTIONS,
  USAGE,
} from '../../../../lib/cli/openapi/command/command-options.js';
import { WARNING_CODES } from '../../../../lib/cli/openapi/document/diagnostics.js';

const options = (...args: string[]): CommandOptions =>
  commandOptions(['openapi', 'a.json', '-o', 'x', ...args]) as CommandOptions;

describe('a command line', () => {
  it('has default values for missing options', () => {
    expect(options()).toEqual({
      source: 'a.json',
      output: 'x',
      config: undefined,
      pages: undefined,
      init: false,
      check: false,
      watch: false,
      given: {},
    });
  });

  it('has the values of its options', () => {
    const args = ['--check', '--strict', '--offline', '--no-docs', '--int64', 'string', '--root', '..'];
    expect(options(...args)).toMatchObject({
      check: true,
      given: { strict: true, offline: true, docs: false, int64: 'string', root: '..' },
    });
    expect(options('--watch')).toMatchObject({ watch: true });
  });

  it.each([
    [['-o', '-'], '-'],
    [['-o-'], '-'],
    [['--output=y'], 'y'],
    [['-oy'], 'y'],
    [['--output', 'y', '-o', 'z'], 'z'],
  ])('%j sets the output, and the last option counts', (args, output) => {
    expect(options(...args).output).toBe(output);
  });

  it('treats every argument after -- as a document', () => {
    expect(commandOptions(['openapi', '-o', 'x', '--', '--check'])).toMatchObject({
      source: '--check',
      check: false,
    });
  });

  it.each([
    [['--allow', 'method', '--allow', 'webhook']],
    [['--allow', 'method,webhook']],
    [['--allow=method, webhook']],
  ])('%j allows both warnings', (args) => {
    expect(options(...args).given.allow).toEqual(['method', 'webhook']);
  });

  it('has all filters, with their commas', () => {
    const args = ['--include', 'tag:a,b', '--include=path:/c/*', '--exclude', 'deprecated'];
    expect(options(...args).given).toEqual({ include: ['tag:a,b', 'path:/c/*'], exclude: ['deprecated'] });
  });

  it('can have no document', () => {
    expect(commandOptions(['openapi'])).toMatchObject({ source: undefined, output: undefined });
    expect(commandOptions(['openapi', '--config', 'a.mjs'])).toMatchObject({ config: 'a.mjs' });
  });

  it.each([
    ['https://schemas.example.com', 'https://schemas.example.com'],
    ['HTTPS://Schemas.Example.com:443/', 'https://schemas.example.com'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('converts %s to the origin %s', (url, origin) => {
    expect(options('--allow-origin', url, '--allow-origin=http://b.example').given.allowOrigins).toEqual([
      origin,
      'http://b.example',
    ]);
  });

  it('has a usage line for each option', () => {
    for (const name of Object.keys(OPTIONS)) expect(USAGE).toContain(`--${name} `);
  });
});

describe('an invalid command line', () => {
  it.each([
    ['graphql', 'unknown command graphql'],
    ['opneapi a.json', 'unknown command opneapi; try openapi'],
    ['openapi a.json --config b.mjs', 'pass a document or --config: remove a.json'],
    ['openapi --init --check', '--init accepts a document and -o: remove --check'],
    ['openapi --init -o -', '--init needs a file: pass one with -o'],
    ['openapi -o - --check', '--check needs a file: pass one with -o'],
    [
      'openapi a.json -o x --include tags:a',
      "--include needs tag:NAME, operation:ID, path:GLOB or deprecated: got 'tags:a'; try tag:",
    ],
    [
      'openapi a.json -o x --exclude tag:a --exclude b',
      "--exclude needs tag:NAME, operation:ID, path:GLOB or deprecated: got 'b'",
    ],
    ['--check', 'no command: run homing openapi'],
    ['openapi a.json', '-o is missing: pass -o FILE'],
    ['openapi a.json b.json -o x', 'pass one document: remove b.json'],
    ['openapi a.json -o - --check', '--check needs a file: pass one with -o'],
    ['openapi a.json -o - --watch', '--watch needs a file: pass one with -o'],
    ['openapi a.json -o x --watch --check', '--watch and --check exclude each other: remove one'],
    [
      'openapi https://a.example/b -o x --watch',
      '--watch needs a local file, not the URL https://a.example/b: download it first',
    ],
    ['openapi a.json -o x --int64 long', '--int64 is long: pass number, string or bigint'],
    ['openapi a.json -o x --dates Date', '--dates is Date: pass string, date or temporal'],
    ['openapi a.json -o x --bytes blob', '--bytes is blob: pass base64 or uint8array'],
    ['openapi a.json -o x --schemas yup', '--schemas is yup: pass zod, zod-mini or valibot'],
    ['openapi a.json -o x --strict-schemas=no', '--strict-schemas accepts no value: got no'],
    ['openapi a.json -o', '-o needs a value'],
    ['openapi a.json -o --check', '-o needs a value'],
    ['openapi a.json -o x --root=', '--root needs a value'],
    ['openapi a.json -o x --check=yes', '--check accepts no value: got yes'],
    ['openapi a.json -o x --shiny', 'unknown option --shiny'],
    ['openapi a.json -o x --out y', 'unknown option --out; try --output'],
    ['openapi a.json -o x --allow-origins y', 'unknown option --allow-origins; try --allow-origin'],
    ['openapi a.json -o x --stirct', 'unknown option --stirct; try --strict'],
    ['openapi a.json -o x -x', 'unknown option -x'],
    ['openapi a.json -o x --__proto__', 'unknown option --__proto__'],
    [`openapi a.json -o x --${'a'.repeat(9999)}`, `unknown option --${'a'.repeat(9999)}`],
  ])('is rejected: %s', (line, reason) => {
    expect(() => commandOptions(line.split(' '))).toThrow(new Error(reason));
  });

  it.each([
    ['methods', 'methods; try method'],
    ['method,,webhook', 'nothing'],
    ['constructor', 'constructor'],
  ])('is rejected for --allow %s, with all warning codes', (word, shown) => {
    expect(() => options('--allow', word)).toThrow(
      new Error(`--allow needs a warning code: got ${shown}; all codes: ${WARNING_CODES.join(', ')}`),
    );
  });

  it.each([
    'schemas.example.com',
    'ftp://a.example',
    'file:///etc',
    '*',
    'https://*.example.com',
    'https://',
  ])('is rejected for --allow-origin %s', (url) => {
    expect(() => options('--allow-origin', url)).toThrow(`got ${url}`);
  });

  it.each(['https://a.example/b', 'https://a.example?b', 'https://a.example/#b', 'https://me:b@a.example'])(
    'is rejected for --allow-origin %s, which is more than an origin',
    (url) => {
      expect(() => options('--allow-origin', url)).toThrow(
        new Error('--allow-origin needs only the origin: pass https://a.example'),
      );
    },
  );
});
