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
  it('asks for nothing that it does not name', () => {
    expect(options()).toEqual({
      source: 'a.json',
      output: 'x',
      check: false,
      watch: false,
      strict: false,
      allowed: new Set(),
      offline: false,
      root: undefined,
      allowOrigins: undefined,
      docs: true,
      int64: 'number',
    });
  });

  it('asks for what it names', () => {
    const args = ['--check', '--strict', '--offline', '--no-docs', '--int64', 'string', '--root', '..'];
    expect(options(...args)).toMatchObject({
      ...{ check: true, strict: true, offline: true },
      ...{ docs: false, int64: 'string', root: '..' },
    });
    expect(options('--watch')).toMatchObject({ watch: true });
  });

  it.each([
    [['-o', '-'], undefined],
    [['-o-'], undefined],
    [['--output=y'], 'y'],
    [['-oy'], 'y'],
    [['--output', 'y', '-o', 'z'], 'z'],
  ])('%j names the output, the last one counts', (args, output) => {
    expect(options(...args).output).toBe(output);
  });

  it('takes for a document whatever follows --', () => {
    expect(commandOptions(['openapi', '-o', 'x', '--', '--check'])).toMatchObject({
      source: '--check',
      check: false,
    });
  });

  it.each([
    [['--allow', 'method', '--allow', 'webhook']],
    [['--allow', 'method,webhook']],
    [['--allow=method, webhook']],
  ])('%j lets both pass', (args) => {
    expect([...options(...args).allowed]).toEqual(['method', 'webhook']);
  });

  it.each([
    ['https://schemas.example.com', 'https://schemas.example.com'],
    ['HTTPS://Schemas.Example.com:443/', 'https://schemas.example.com'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('takes %s for the origin %s', (url, origin) => {
    expect(options('--allow-origin', url, '--allow-origin=http://b.example').allowOrigins).toEqual([
      origin,
      'http://b.example',
    ]);
  });

  it('has a line for each option', () => {
    for (const name of Object.keys(OPTIONS)) expect(USAGE).toContain(`--${name} `);
  });
});

describe('a command line that can not be meant', () => {
  it.each([
    ['graphql', 'there is no command graphql'],
    ['opneapi a.json', 'there is no command opneapi; is it openapi?'],
    ['openapi', 'the document is missing: name a file or a URL'],
    ['--check', 'the command is missing: homing openapi'],
    ['openapi a.json', '-o is missing: say where to write to'],
    ['openapi a.json b.json -o x', 'one document at a time, and not b.json too'],
    ['openapi a.json -o - --check', '--check compares with a file: give one to -o'],
    ['openapi a.json -o - --watch', '--watch writes to a file: give one to -o'],
    ['openapi a.json -o x --watch --check', '--watch writes and --check does not: leave one of them out'],
    [
      'openapi https://a.example/b -o x --watch',
      '--watch looks at files, and https://a.example/b is a URL: save it, and name the file',
    ],
    ['openapi a.json -o x --int64 bigint', '--int64 is number or string, and not bigint'],
    ['openapi a.json -o', '-o needs a value'],
    ['openapi a.json -o --check', '-o needs a value'],
    ['openapi a.json -o x --root=', '--root needs a value'],
    ['openapi a.json -o x --check=yes', '--check takes no value, and not yes'],
    ['openapi a.json -o x --shiny', 'there is no option --shiny'],
    ['openapi a.json -o x --out y', 'there is no option --out; is it --output?'],
    ['openapi a.json -o x --allow-origins y', 'there is no option --allow-origins; is it --allow-origin?'],
    ['openapi a.json -o x --stirct', 'there is no option --stirct; is it --strict?'],
    ['openapi a.json -o x -x', 'there is no option -x'],
    ['openapi a.json -o x --__proto__', 'there is no option --__proto__'],
    [`openapi a.json -o x --${'a'.repeat(9999)}`, `there is no option --${'a'.repeat(9999)}`],
  ])('%s', (line, reason) => {
    expect(() => commandOptions(line.split(' '))).toThrow(new Error(reason));
  });

  it.each([
    ['methods', 'methods (is it method?)'],
    ['method,,webhook', 'nothing'],
    ['constructor', 'constructor'],
  ])('--allow %s names what there is', (word, shown) => {
    expect(() => options('--allow', word)).toThrow(
      new Error(
        `--allow takes the code of a warning, and not ${shown}; these are all: ${WARNING_CODES.join(', ')}`,
      ),
    );
  });

  it.each([
    'schemas.example.com',
    'ftp://a.example',
    'file:///etc',
    '*',
    'https://*.example.com',
    'https://',
  ])('--allow-origin %s', (url) => {
    expect(() => options('--allow-origin', url)).toThrow(`and not ${url}`);
  });

  it.each(['https://a.example/b', 'https://a.example?b', 'https://a.example/#b', 'https://me:b@a.example'])(
    '--allow-origin %s, which is more than an origin',
    (url) => {
      expect(() => options('--allow-origin', url)).toThrow(
        new Error('--allow-origin takes an origin alone: write https://a.example'),
      );
    },
  );
});
