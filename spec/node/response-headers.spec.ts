import { describe, expect, it } from 'vitest';
import { type RawHeaders, rawHeader, receivedHeaders } from '../../lib/node/response-headers.js';

const buffers = (...parts: string[]): RawHeaders => parts.map((part) => Buffer.from(part, 'latin1'));

const shapes: readonly [string, RawHeaders][] = [
  ['buffers', buffers('X-One', 'caf\xe9', 'set-cookie', 'a', 'Set-Cookie', 'b')],
  ['strings', ['x-one', 'caf\xe9', 'set-cookie', 'a', 'set-cookie', 'b']],
  [
    'pairs with an array of values',
    [Buffer.from('x-one'), Buffer.from('caf\xe9', 'latin1'), 'set-cookie', ['a', Buffer.from('b')]],
  ],
  ['a record', { 'x-one': 'caf\xe9', 'set-cookie': ['a', 'b'], 'x-none': undefined }],
  ['a record from HTTP/2', { ':status': '200', 'x-one': 'caf\xe9', 'set-cookie': ['a', 'b'] }],
];

describe.each(shapes)('raw headers as %s', (_, raw) => {
  it('can be found by name', () => {
    expect([rawHeader(raw, 'x-one'), rawHeader(raw, 'set-cookie'), rawHeader(raw, 'x-two')]).toEqual([
      ...['caf\xe9', 'a, b', undefined],
    ]);
  });

  it('can be converted to Headers', () => {
    const headers = receivedHeaders(raw);
    expect([headers.get('x-one'), headers.getSetCookie(), [...headers.keys()].length]).toEqual([
      'caf\xe9',
      ['a', 'b'],
      3,
    ]);
  });
});

describe('an invalid header line', () => {
  it('is ignored', () => {
    expect([...receivedHeaders(['a b', '1', 'x-a', 'b\nc', 'x-b', '2'])]).toEqual([['x-b', '2']]);
  });
});
