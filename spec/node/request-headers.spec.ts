import { describe, expect, it } from 'vitest';
import { givenHeaders } from '../../lib/node/request-headers.js';

describe('the headers of the caller', () => {
  const pairs: [string, string][] = [
    ['X-A', '1'],
    ['x-b', ' 2 '],
  ];

  it.each<[string, HeadersInit, string[]]>([
    ['a record', { 'x-a': '1', 'x-b': '2' }, ['x-a', '1', 'x-b', '2']],
    ['a record with capital letters', { 'X-A': '1', 'X-B': '2' }, ['X-A', '1', 'X-B', '2']],
    ['pairs', pairs, ['X-A', '1', 'x-b', '2']],
    ['an iterator of pairs', new Map(pairs).entries() as never, ['X-A', '1', 'x-b', '2']],
    ['Headers, which lose the spelling of names', new Headers({ 'X-A': '1' }), ['x-a', '1']],
  ])('can be %s', (_, headers, given) => {
    expect(givenHeaders(headers)).toEqual(given);
  });

  it('can be omitted', () => {
    expect([givenHeaders(undefined), givenHeaders(null), givenHeaders({})]).toEqual([[], [], []]);
  });

  it('are joined if their names differ only in case', () => {
    expect(givenHeaders({ 'X-a': '1', 'x-A': '2' })).toEqual(['X-a', '1, 2']);
    const cookies: [string, string][] = [
      ['Set-Cookie', 'a'],
      ['Cookie', 'b'],
      ['set-cookie', 'c'],
      ['cookie', 'd'],
    ];
    expect(givenHeaders(cookies)).toEqual(['Cookie', 'b; d', 'Set-Cookie', 'a, c']);
  });

  it.each(['a\r\nx-b: 2', 'a\nb', 'a\0', '€'])(
    "can't have the value %j (trap 8: CVE-2026-40175)",
    (value) => {
      expect(() => givenHeaders({ 'x-a': value })).toThrow(TypeError);
    },
  );

  it('are not repeated in the error, because they could be secrets', () => {
    expect(() => givenHeaders({ authorization: 'secret\n' + 'rest' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });

  it.each<[string, unknown]>([
    ['a string', 'authorization: S3CRET'],
    ['a name with its value', { 'x: S3CRET': '' }],
    ['a pair in one string', [['authorization S3CRET']]],
    ['a pair without a value', [['S3CRET']]],
    ['a string instead of a pair', ['S3CRET']],
    ['a pair with three entries', [['authorization', 'S3CRET', 'S3CRET']]],
    ['a pair in the wrong order', [['Bearer S3CRET', 'authorization']]],
    ['a length', { 'content-length': 'S3CRET' }],
    ['two content-lengths', { 'content-length': 'S3CRET', 'Content-Length': '1' }],
    ['a Symbol', { a: Symbol('S3CRET') }],
    ['a Symbol as a name', [[Symbol('S3CRET'), 'a']]],
  ])('are not repeated in the error if they are malformed: %s', (_, headers) => {
    expect(() => givenHeaders(headers as never)).toThrow(
      expect.objectContaining({ name: 'TypeError', message: expect.not.stringMatching(/S3CRET|S,3|"S"/) }),
    );
  });

  it('are named in the error if the name is valid', () => {
    expect(() => givenHeaders({ 'x-key': 'a\nb' })).toThrow(/x-key/);
  });

  it.each(['x-a: 1', 5, [5], [['x-a']]])("can't be %j", (headers) => {
    expect(() => givenHeaders(headers as never)).toThrow(/^headers is |pair of headers/);
  });

  it('can have a number as a name', () => {
    expect(givenHeaders([[1, 'x']] as never)).toEqual(['1', 'x']);
  });

  it.each(['', 'a b', 'a:b', 'é', 'a\r\n'])("can't have the name %j", (name) => {
    expect(() => givenHeaders({ [name]: '1' })).toThrow(TypeError);
  });

  it('must have a single content-length, in any spelling (trap 36: CVE-2026-1525)', () => {
    expect(() => givenHeaders({ 'content-length': '1', 'Content-Length': '1' })).toThrow(/single number/);
    expect(() =>
      givenHeaders([
        ['content-length', '1'],
        ['CONTENT-LENGTH', '2'],
      ]),
    ).toThrow(/single number/);
  });

  it.each(['', '1.5', '-1', '0x1', '1e3'])("can't have the content-length %j", (value) => {
    expect(() => givenHeaders({ 'content-length': value })).toThrow(/single number/);
  });

  it("can't set the host", () => {
    expect(givenHeaders({ host: 'elsewhere.example', Host: 'b' })).toEqual([]);
  });
});
