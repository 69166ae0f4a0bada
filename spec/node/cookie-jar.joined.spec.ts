import { expect, it } from 'vitest';
import { HopCookies } from '../../lib/node/cookie-jar.js';

it.each([
  ['a=1', 'b=2', 'a=1; b=2'],
  ['a=1', 'a=2; b=2', 'a=1; b=2'],
  ['a=1;b = 1 ', 'b=2;c=3', 'a=1;b = 1 ; c=3'],
  ['a=1', 'a=2', 'a=1'],
  ['', 'a=1', 'a=1'],
  ['a', 'a=1; ab=2', 'a; ab=2'],
  ['a=b=c', 'b=2', 'a=b=c; b=2'],
  ['__proto__=1', 'constructor=2', '__proto__=1; constructor=2'],
])(
  "the Cookie header has the caller's '%s' before the jar's '%s', each name once: '%s'",
  async (own, jars, joined) => {
    const cookies = new HopCookies({ getCookieString: () => jars, setCookie: () => undefined });
    expect(await cookies.addedTo(['Cookie', own], 'https://api.example')).toEqual(['Cookie', joined]);
  },
);
