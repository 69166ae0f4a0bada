import { describe, expect, it } from '@jest/globals';
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

  it.each(['', 'a b', 'a:b', 'é', 'a\r\n'])('have no name %j', (name) => {
    expect(() => givenHeaders({ [name]: '1' })).toThrow(TypeError);
  });

  it('say one content-length, however it is spelled (trap 36: CVE-2026-1525)', () => {
    expect(() => givenHeaders({ 'content-length': '1', 'Content-Length': '1' })).toThrow(/one number/);
    expect(() =>
      givenHeaders([
        ['content-length', '1'],
        ['CONTENT-LENGTH', '2'],
      ]),
    ).toThrow(/one number/);
  });

  it.each(['', '1.5', '-1', '0x1', '1e3'])('say no content-length %j', (value) => {
    expect(() => givenHeaders({ 'content-length': value })).toThrow(/one number/);
  });

  it('have no say on the host', () => {
    expect(givenHeaders({ host: 'elsewhere.example', Host: 'b' })).toEqual([]);
  });
});
