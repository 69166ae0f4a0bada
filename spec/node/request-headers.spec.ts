import { describe, expect, it } from '@jest/globals';
import { givenHeaders, wireHeaders } from '../../lib/node/request-headers.js';

const facts = { secure: false, cache: undefined, body: null };

describe('the headers that a caller gives', () => {
  it.each<[string, HeadersInit]>([
    ['a record', { 'x-a': '1', 'x-b': '2' }],
    ['a record with capitals', { 'X-A': '1', 'X-B': '2' }],
    [
      'pairs',
      [
        ['X-A', '1'],
        ['x-b', ' 2 '],
      ],
    ],
    ['Headers', new Headers({ 'X-B': '2', 'X-A': '1' })],
  ])('may be %s', (_, headers) => {
    expect(givenHeaders(headers)).toEqual(['x-a', '1', 'x-b', '2']);
  });

  it('may be none', () => {
    expect([givenHeaders(undefined), givenHeaders(null), givenHeaders({})]).toEqual([[], [], []]);
  });

  it('are joined when their names differ in case only', () => {
    expect(givenHeaders({ 'x-a': '1', 'X-A': '2' })).toEqual(['x-a', '1, 2']);
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

describe('the headers of a request', () => {
  it('are those of fetch, where the caller gives none', () => {
    expect(wireHeaders([], facts)).toEqual([
      ...['accept', '*/*', 'accept-language', '*', 'sec-fetch-mode', 'cors'],
      ...['user-agent', 'node', 'accept-encoding', 'gzip, deflate'],
    ]);
  });

  it('accept more codings where no proxy on the way can stumble over them', () => {
    expect(wireHeaders([], { ...facts, secure: true }).at(-1)).toMatch(/^br, gzip, deflate/);
  });

  it('are given once: by the caller, else by themselves', () => {
    const given = [
      'accept',
      'a',
      'accept-language',
      'b',
      'sec-fetch-mode',
      'c',
      'user-agent',
      'd',
      'accept-encoding',
      'e',
    ];
    const body = { type: 'text/css', length: 3 };
    const all = [...given, 'content-type', 'f', 'content-length', '3'];
    expect(wireHeaders(all, { ...facts, body })).toEqual(all);
  });

  it('leave the list of the caller as it is', () => {
    const given = Object.freeze(['x-a', '1']);
    expect(wireHeaders(given, facts).length).toBeGreaterThan(2);
  });
});
