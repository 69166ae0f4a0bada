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
  ['a byte order mark, left out', [0xef, 0xbb, 0xbf, 0x61], 'a'],
  ['a second one, kept', [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], '\u{FEFF}'],
  [
    'what is no UTF-8',
    [0x61, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80],
    'a\u{FFFD}\u{FFFD}(\u{FFFD}\u{FFFD}\u{FFFD}',
  ],
  ['what is cut off', [0xe2, 0x82], '\u{FFFD}'],
  ['a character of four bytes', [0xf0, 0x9f, 0x98, 0x80], '\u{1F600}'],
];

describe.each([
  ['a Buffer', (bytes: number[]) => Buffer.from(bytes)],
  ['a Uint8Array', (bytes: number[]) => new Uint8Array(bytes)],
])('the text of %s', (_, make) => {
  it.each(cases)('is decoded as the standard says: %s', async (_name, bytes, text) => {
    expect(await responseWith(make(bytes)).text()).toBe(text);
    expect(new TextDecoder().decode(new Uint8Array(bytes))).toBe(text);
  });
});
