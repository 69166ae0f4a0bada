import { describe, expect, it } from 'vitest';
import { givenHeaders } from '../../lib/node/request-headers.js';

describe('the headers that a caller gives', () => {
  const pairs: [string, string][] = [
    ['X-A', '1'],
    ['x-b', ' 2 '],
  ];

  it.each<[string, HeadersInit, string[]]>([
    ['a record', { 'x-a': '1', 'x-b': '2' }, ['x-a', '1', 'x-b', '2']],
    ['a record with capitals', { 'X-A': '1', 'X-B': '2' }, ['X-A', '1', 'X-B', '2']],
    ['pairs', pairs, ['X-A', '1', 'x-b', '2']],
    ['pairs that can be had once', new Map(pairs).entries() as never, ['X-A', '1', 'x-b', '2']],
    ['Headers, which do not tell how they were spelled', new Headers({ 'X-A': '1' }), ['x-a', '1']],
  ])('may be %s', (_, headers, given) => {
    expect(givenHeaders(headers)).toEqual(given);
  });

  it('may be none', () => {
    expect([givenHeaders(undefined), givenHeaders(null), givenHeaders({})]).toEqual([[], [], []]);
  });

  it('are joined when their names differ in case only', () => {
    expect(givenHeaders({ 'X-a': '1', 'x-A': '2' })).toEqual(['X-a', '1, 2']);
    const cookies: [string, string][] = [
      ['Set-Cookie', 'a'],
      ['Cookie', 'b'],
      ['set-cookie', 'c'],
      ['cookie', 'd'],
    ];
    expect(givenHeaders(cookies)).toEqual(['Cookie', 'b; d', 'Set-Cookie', 'a, c']);
  });

  it.each(['a\r\nx-b: 2', 'a\nb', 'a\0', '€'])('have no value %j (trap 8: CVE-2026-40175)', (value) => {
    expect(() => givenHeaders({ 'x-a': value })).toThrow(TypeError);
  });

  it('are not repeated in the error, for they may be secrets', () => {
    expect(() => givenHeaders({ authorization: 'secret\n' + 'rest' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });

  it.each<[string, unknown]>([
    ['a text', 'authorization: S3CRET'],
    ['a name with its value', { 'x: S3CRET': '' }],
    ['a pair in one', [['authorization S3CRET']]],
    ['a pair of a name alone', [['S3CRET']]],
    ['a pair that is a text', ['S3CRET']],
    ['a pair of three', [['authorization', 'S3CRET', 'S3CRET']]],
    ['a pair the wrong way round', [['Bearer S3CRET', 'authorization']]],
    ['a length', { 'content-length': 'S3CRET' }],
    ['a length twice', { 'content-length': 'S3CRET', 'Content-Length': '1' }],
    ['a Symbol', { a: Symbol('S3CRET') }],
    ['a Symbol for a name', [[Symbol('S3CRET'), 'a']]],
  ])('are not repeated in the error where they are misspelled: %s', (_, headers) => {
    expect(() => givenHeaders(headers as never)).toThrow(
      expect.objectContaining({ name: 'TypeError', message: expect.not.stringMatching(/S3CRET|S,3|"S"/) }),
    );
  });

  it('are named in the error where the name is one', () => {
    expect(() => givenHeaders({ 'x-key': 'a\nb' })).toThrow(/x-key/);
  });

  it.each(['x-a: 1', 5, [5], [['x-a']]])('are not %j', (headers) => {
    expect(() => givenHeaders(headers as never)).toThrow(/^headers is |pair of headers/);
  });

  it('may have a name that is a number', () => {
    expect(givenHeaders([[1, 'x']] as never)).toEqual(['1', 'x']);
  });

  it.each(['', 'a b', 'a:b', 'é', 'a\r\n'])('have no name %j', (name) => {
    expect(() => givenHeaders({ [name]: '1' })).toThrow(TypeError);
  });

  it('say one content-length, however it is spelled (trap 36: CVE-2026-1525)', () => {
    expect(() => givenHeaders({ 'content-length': '1', 'Content-Length': '1' })).toThrow(/single number/);
    expect(() =>
      givenHeaders([
        ['content-length', '1'],
        ['CONTENT-LENGTH', '2'],
      ]),
    ).toThrow(/single number/);
  });

  it.each(['', '1.5', '-1', '0x1', '1e3'])('say no content-length %j', (value) => {
    expect(() => givenHeaders({ 'content-length': value })).toThrow(/single number/);
  });

  it('have no say on the host', () => {
    expect(givenHeaders({ host: 'elsewhere.example', Host: 'b' })).toEqual([]);
  });
});
