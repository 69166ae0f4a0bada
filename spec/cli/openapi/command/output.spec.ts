import { describe, expect, it } from 'vitest';
import { printLine, sanitize, shownSource } from '../../../../lib/cli/openapi/command/output.js';

describe('a line of output', () => {
  it('ends with one line break', () => {
    let text = '';
    printLine({ write: (part) => (text += part) }, 'a\r\nb\n');
    expect(text).toBe('a\\u000d\\u000ab\\u000a\n');
  });

  it('contains plain text unchanged, in any language', () => {
    const text = 'api.yaml#/paths/~1users/get: [method] "größer" 是 ✓ C:\\a\\u001b: it’s 3::4';
    expect(sanitize(text)).toBe(text);
  });

  it.each([
    ['ESC', '\u001B[2J', '\\u001b[2J'],
    ['CR', 'a\rb', 'a\\u000db'],
    ['BEL', '\u0007', '\\u0007'],
    ['NUL and backspace', '\0\b', '\\u0000\\u0008'],
    ['a tab', '\t', '\\u0009'],
    ['C1 control characters', '\u009B31m', '\\u009b31m'],
    ['DEL', '\u007F', '\\u007f'],
    ['bidi', '\u202Egnp.exe\u2066', '\\u202egnp.exe\\u2066'],
    ['zero-width characters', 'a\u200Bb\u00AD\uFEFF', 'a\\u200bb\\u00ad\\ufeff'],
    ['line breaks', '\u2028\u2029\u0085\v\f', '\\u2028\\u2029\\u0085\\u000b\\u000c'],
    ['invisible tag characters', '\u{E0041}', '\\u{e0041}'],
    ['half a surrogate pair', 'a\uD83D', 'a\\ud83d'],
  ])('escapes %s', (_, text, expected) => {
    expect(sanitize(text)).toBe(expected);
  });

  it.each([
    ['::error::x', '\\u003a:error::x'],
    ['  ::set-output name=a::b', '  \\u003a:set-output name=a::b'],
    ['\u3000::stop-commands::x', '\u3000\\u003a:stop-commands::x'],
    ['a: ##vso[task.setvariable variable=a]b', 'a: #\\u0023vso[task.setvariable variable=a]b'],
    ['a ##[error]b ##[group]c', 'a #\\u0023[error]b #\\u0023[group]c'],
    ['###vso[a]', '##\\u0023vso[a]'],
    ["##teamcity[buildStatus text='a']", "#\\u0023teamcity[buildStatus text='a']"],
    ['#\u200B#vso[a]', '#\\u200b#vso[a]'],
  ])('escapes the CI command in %j', (text, expected) => {
    expect(sanitize(text)).toBe(expected);
  });

  it.each([
    ['http://me:pass@a.example/b?c=d#e', 'http://a.example/b'],
    ['it is https://me@a.example:8/b?c=d: no', 'it is https://a.example:8/b: no'],
    ['"https://a.example/b?c=d", and', '"https://a.example/b", and'],
    ['https://a.example/b.yaml?c=d#/paths/~1e: no', 'https://a.example/b.yaml#/paths/~1e: no'],
    ['https://a.example/@b/c, https://d.example?e=f@g.', 'https://a.example/@b/c, https://d.example.'],
    ['HTTP:\\\\me:pass@a.example\\b', 'HTTP:\\\\a.example\\b'],
  ])('keeps the location in %j, and removes secrets', (text, expected) => {
    expect(sanitize(text)).toBe(expected);
  });

  it('is sanitized in linear time', () => {
    const long = 'http://'.repeat(20_000) + '#'.repeat(100_000) + ' '.repeat(100_000) + '@:'.repeat(100_000);
    const began = performance.now();
    sanitize(long);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe('the shown name of a document', () => {
  it.each([
    ['./api.yaml?a#b', './api.yaml?a#b'],
    ['C:\\api.yaml', 'C:\\api.yaml'],
    ['https://me:p?ss@a.example/b', 'https://…'],
    ["https://me:it's secret@a.example/b c?d", 'https://a.example/b c'],
    ['https://[bad/a?b', 'https://…'],
  ])('for %s is %s', (source, expected) => {
    expect(shownSource(source)).toBe(expected);
  });
});
