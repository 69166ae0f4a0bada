import { describe, expect, it } from 'vitest';
import { NodeResponse, ResponseBody } from '../../lib/node/node-response.js';

const answer = {
  url: '',
  redirected: false,
  type: 'basic',
  status: 200,
  statusText: '',
  headers: [],
} as const;

/** A response with these bytes. */
const responseWith = (bytes: Uint8Array): NodeResponse => {
  const body = {
    failure: undefined,
    next: () => Promise.resolve(undefined),
    whole: <T>(made: (all: Uint8Array) => T | Promise<T>) => Promise.resolve(bytes).then(made),
    cancel: () => undefined,
    whenFailed: () => undefined,
    ownedBy: () => undefined,
  };
  return new NodeResponse(answer, new ResponseBody(body));
};

const cases: readonly [string, number[], string][] = [
  ['plain text', [0x61, 0x62], 'ab'],
  ['nothing', [], ''],
  ['a byte order mark, which is removed', [0xef, 0xbb, 0xbf, 0x61], 'a'],
  ['a second byte order mark, which is kept', [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], '\u{FEFF}'],
  ['invalid UTF-8', [0x61, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80], 'a\u{FFFD}\u{FFFD}(\u{FFFD}\u{FFFD}\u{FFFD}'],
  ['an incomplete character', [0xe2, 0x82], '\u{FFFD}'],
  ['a character of four bytes', [0xf0, 0x9f, 0x98, 0x80], '\u{1F600}'],
];

describe.each([
  ['a Buffer', (bytes: number[]) => Buffer.from(bytes)],
  ['a Uint8Array', (bytes: number[]) => new Uint8Array(bytes)],
])('text() of a response from %s', (_, make) => {
  it.each(cases)('decodes as the standard requires: %s', async (_name, bytes, text) => {
    expect(await responseWith(make(bytes)).text()).toBe(text);
    expect(new TextDecoder().decode(new Uint8Array(bytes))).toBe(text);
  });
});
