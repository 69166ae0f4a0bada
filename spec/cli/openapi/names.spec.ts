import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { camelCase, pascalCase, TypeNames, wordsOf } from '../../../lib/cli/openapi/names.js';

describe('pascalCase', () => {
  it.each([
    ['full-repository', 'FullRepository'],
    ['basic_error', 'BasicError'],
    ['io.k8s.api.v1.Pod', 'IoK8sApiV1Pod'],
    ['HTTPError', 'HTTPError'],
    ['2fa', '_2fa'],
    ['заказ', 'Заказ'],
    ['注文', '注文'],
    ['string', 'String'],
    ['\u019b', '\u019b'],
    ['straße', 'Straße'],
    ['ßa', 'SSa'],
    ['\u0149a', '\u0149a'],
    ['a\u03f6b', 'AB'],
    ['', 'Type'],
    ['*/', 'Type'],
  ])('converts %j to %s', (name, type) => {
    expect(pascalCase(name)).toBe(type);
  });

  it('cuts a very long name', () => {
    expect(pascalCase('a'.repeat(10_000)).length).toBeLessThanOrEqual(101);
  });
});

describe('every character', () => {
  /** Each language version has its own character table. The table of ES5 is the smallest. */
  const targets = ['es5', 'es2015', 'esnext'].map(
    (target) => ts.convertCompilerOptionsFromJson({ target }, '').options.target!,
  );
  const isName = (name: string): boolean =>
    targets.every((target) =>
      Array.from(name, (character) => character.codePointAt(0)!).every((code, index) =>
        index === 0 ? ts.isIdentifierStart(code, target) : ts.isIdentifierPart(code, target),
      ),
    );
  const letters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => wordsOf(character).length > 0,
  );

  it('in a name is valid in TypeScript, unchanged, as a capital and as a small letter', () => {
    const names = letters.flatMap((letter) =>
      [
        letter,
        `${letter}b`,
        `a${letter}`,
        `a ${letter}`,
        `${letter}${letter}a`,
        `${letter}B ${letter}`,
      ].flatMap((name) => [pascalCase(name), camelCase(name)]),
    );
    expect(letters.length).toBeGreaterThan(30_000);
    expect(names.filter((name) => !isName(name))).toEqual([]);
  });
});

describe('camelCase', () => {
  it.each([
    ['repos/get', 'reposGet'],
    ['get_users', 'getUsers'],
    ['GetUsers', 'getUsers'],
    ['getUserByID', 'getUserByID'],
    ['APIList', 'apiList'],
    ['ID', 'id'],
    ['IDs', 'ids'],
    ['VPCsById', 'vpcsById'],
    ['ASpace', 'aSpace'],
    ['oauth2 token', 'oauth2Token'],
    ['2fa/enable', '_2faEnable'],
    ['__proto__', 'proto'],
    ['größe', 'größe'],
    ['a ŉb', 'aŉb'],
    ['İD', 'İD'],
    ['\u202eevil`${x}', 'evil$X'],
  ])('converts %j to %s', (name, expected) => {
    expect(camelCase(name)).toBe(expected);
  });

  it('returns an empty string for a name without a letter or a digit', () => {
    expect(camelCase('-/*')).toBe('');
  });
});

const taken = (...names: string[]): string[] => {
  const types = new TypeNames(['BaseUrl']);
  return names.map((name) => types.take(name));
};

describe('TypeNames', () => {
  it('returns each name once, with the lowest free number', () => {
    expect(taken('a', 'A', 'a3', '-a', 'a-', 'base url')).toEqual(['A', 'A2', 'A3', 'A4', 'A5', 'BaseUrl2']);
  });

  it('needs constant time for each repetition of a name', () => {
    const names = taken(...Array.from({ length: 50_000 }, () => 'same'));
    expect(names.at(-1)).toBe('Same50000');
  });
});
