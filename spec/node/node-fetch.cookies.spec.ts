import { afterEach, describe, expect, it } from 'vitest';
import { CookieJar } from 'tough-cookie';
import { type CookieHosts, startCookieHosts } from '../support/cookie-hosts.js';

let hosts: CookieHosts;
const start = async (...how: Parameters<typeof startCookieHosts>): Promise<CookieHosts> =>
  (hosts = await startCookieHosts(...how));
afterEach(() => hosts.close());

const A = 'shop.example.com';
const B = 'other.example.org';

const get = async (place: string, jar: CookieJar, init?: RequestInit): Promise<readonly string[]> => {
  const response = await hosts.fetch({ cookies: jar })(hosts.url(place), init);
  expect(await response.text()).toBe('ok');
  return hosts.seen.splice(0);
};

describe('a tough-cookie jar, over redirects from A to B to A', () => {
  it.each<[string, string, Record<string, string>]>([
    ['a cookie without attributes only to its host', 'a=1', { [`${A}/in`]: 'a=1', [`${B}/b`]: 'none' }],
    [
      'a cookie with Domain to its subdomains',
      'a=1; Domain=example.com',
      { [`${A}/in`]: 'a=1', [`${B}/b`]: 'none' },
    ],
    ['no cookie for another domain', 'a=1; Domain=example.org', { [`${A}/in`]: 'none', [`${B}/b`]: 'none' }],
  ])('sends %s', async (_, cookie, expected) => {
    await start({
      [`${A}/`]: { cookies: [cookie], to: `${B}/b` },
      [`${B}/b`]: { cookies: ['b=1'], to: `${A}/in` },
    });
    const seen = await get(`${A}/`, new CookieJar());
    expect(seen).toEqual([`${A}/: none`, `${B}/b: none`, expect.stringContaining(`${A}/in`)]);
    for (const [place, cookies] of Object.entries(expected)) expect(seen).toContain(`${place}: ${cookies}`);
  });

  it('sends each host its own cookies repeatedly', async () => {
    await start({
      [`${A}/`]: { cookies: ['a=1', 'wide=1; Domain=example.com'], to: `${B}/b` },
      [`${B}/b`]: { cookies: ['b=1'], to: `www.example.com/w` },
      ['www.example.com/w']: { to: `${A}/end` },
    });
    const jar = new CookieJar();
    await get(`${A}/`, jar);
    expect(await get(`${A}/`, jar)).toEqual([
      `${A}/: a=1; wide=1`,
      `${B}/b: b=1`,
      'www.example.com/w: wide=1',
      `${A}/end: a=1; wide=1`,
    ]);
  });

  it('stores each Set-Cookie of a response, prefers the later of two with one name, and continues after an invalid one', async () => {
    await start({
      [`${A}/`]: {
        cookies: ['a=1', 'bad=1; Domain=example.org', 'a=2', 'b=1, 2; Expires=Fri, 31 Dec 2100 23:59:59 GMT'],
      },
    });
    const jar = new CookieJar();
    await get(`${A}/`, jar);
    expect(await get(`${A}/in`, jar)).toEqual([`${A}/in: a=2; b=1, 2`]);
  });

  it('contains the cookies of a response when the response is returned', async () => {
    await start({ [`${A}/`]: { cookies: ['a=1'] } });
    const jar = new CookieJar();
    await hosts.fetch({ cookies: jar })(hosts.url(A));
    expect(await jar.getCookieString(hosts.url(A))).toBe('a=1');
  });

  it('keeps non-ASCII bytes unchanged', async () => {
    await start({ [`${A}/`]: { cookies: [Buffer.from('a=é').toString('latin1')] } });
    const jar = new CookieJar();
    await get(`${A}/`, jar);
    const [seen = ''] = await get(`${A}/in`, jar);
    expect(Buffer.from(seen, 'latin1').toString()).toBe(`${A}/in: a=é`);
  });
});

describe("a caller's own Cookie header", () => {
  it.each(['cookie', 'Cookie', 'COOKIE'])(
    'precedes the cookies of the jar, and wins for the same name: %s',
    async (name) => {
      await start({ [`${A}/`]: { cookies: ['a=1', 'session=1'] } });
      const jar = new CookieJar();
      await get(`${A}/`, jar);
      const headers = { 'x-before': 'cookie', [name]: 'theme=dark; a=own', 'x-behind': '1' };
      expect(await get(`${A}/in`, jar, { headers })).toEqual([`${A}/in: theme=dark; a=own; session=1`]);
    },
  );

  it('is not sent to another origin, which gets the cookies of the jar', async () => {
    await start({ [`${B}/`]: { cookies: ['b=1'] }, [`${A}/`]: { to: `${B}/b` } });
    const jar = new CookieJar();
    await get(`${B}/`, jar);
    expect(await get(`${A}/`, jar, { headers: { cookie: 'own=1' } })).toEqual([
      `${A}/: own=1`,
      `${B}/b: b=1`,
    ]);
  });
});

describe("credentials: 'omit'", () => {
  it('sends no cookie from the jar, and stores none', async () => {
    await start({ [`${A}/`]: { cookies: ['a=1'], to: `${A}/in` } });
    const jar = new CookieJar();
    const init = { credentials: 'omit', headers: { cookie: 'own=1' } } as const;
    expect(await get(`${A}/`, jar, init)).toEqual([`${A}/: own=1`, `${A}/in: own=1`]);
    expect(await jar.getCookieString(hosts.url(A))).toBe('');
    await jar.setCookie('a=1', hosts.url(A));
    expect(await get(`${A}/in`, jar, { credentials: 'omit' })).toEqual([`${A}/in: none`]);
  });

  it.each(['same-origin', 'include'] as const)(
    "differs from all other values, which are the same without a page: '%s'",
    async (credentials) => {
      await start({});
      const jar = new CookieJar();
      await jar.setCookie('a=1', hosts.url(A));
      expect(await get(`${A}/in`, jar, { credentials })).toEqual([`${A}/in: a=1`]);
    },
  );
});

describe('a Request with a cookie jar', () => {
  it('is sent with the cookies of the jar, and respects its own header and credentials', async () => {
    await start({ [`${A}/`]: { to: `${A}/in`, cookies: ['b=1'] } });
    const jar = new CookieJar();
    await jar.setCookie('a=1', hosts.url(A));
    const call = hosts.fetch({ cookies: jar });
    await call(new Request(hosts.url(A), { method: 'POST', body: 'x', headers: { cookie: 'own=1' } }));
    await call(new Request(hosts.url(`${A}/out`), { credentials: 'omit' }));
    expect(hosts.seen).toEqual([`${A}/: own=1; a=1`, `${A}/in: own=1; a=1; b=1`, `${A}/out: none`]);
  });
});
