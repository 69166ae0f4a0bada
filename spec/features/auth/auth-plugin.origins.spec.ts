import { describe, expect, it } from 'vitest';
import { AuthPlugin } from '../../../lib/entries/auth.js';
import type { Result } from '../../../lib/index.js';
import { mockContext } from '../../../lib/entries/testing.js';

const OWN = 'https://api.test';

const answer = { data: 1, error: null } as Result<unknown>;

/** Sends a token to one URL after the other. Returns whether each was sent, or why it wasn't. */
const sending = (origins?: readonly string[]) => {
  const auth = new AuthPlugin(async () => ({ token: 'T' }), { origins });
  return async (url: string): Promise<unknown> => {
    const ctx = mockContext({ url, path: '/' });
    try {
      await auth.handle(ctx, async () => answer);
      return ctx.request.getHeader('authorization') === 'Bearer T';
    } catch (thrown) {
      expect(ctx.request.getHeader('authorization')).toBeUndefined();
      return thrown;
    }
  };
};

describe('rule 6: the origins of a token (rules.md#credentials)', () => {
  it.each([`${OWN}/c`, `${OWN}?c`, 'HTTPS://API.test:443/c'])(
    'include %s, as it equals the first origin',
    async (url) => {
      const send = sending();
      expect(await send(`${OWN}/a?b`)).toBe(true);
      expect(await send(url)).toBe(true);
    },
  );

  it.each([
    'http://api.test/',
    'https://api.test:8443/',
    'https://api.test.evil.test/',
    'https://api.test@evil.test/',
    'https://api.testevil.test/',
    '/relative',
    'data:text/plain,a',
    'https://',
  ])("don't include %s, as it differs from the first origin", async (url) => {
    expect(await sending([OWN])(url)).toBeInstanceOf(TypeError);
    const send = sending();
    expect(await send(`${OWN}/a`)).toBe(true);
    expect(await send(url)).toBeInstanceOf(TypeError);
  });

  describe('for relative URLs without a base', () => {
    it('are one origin for all relative URLs, and no host of an absolute URL equals it', async () => {
      const send = sending();
      expect(await send('/list')).toBe(true);
      expect(await send('list?a=//b')).toBe(true);
      for (const url of ['//evil.test/x', '/\\evil.test', '\t//evil.test', 'https://evil.test/x', 'data:,a'])
        expect(String(await send(url))).toContain('The token is for a relative URL, but the request goes to');
    });

    it('are the host of the first URL if that is absolute', async () => {
      const send = sending();
      expect(await send('//api.test/x')).toBe(true);
      expect(await send('//api.test/y')).toBe(true);
      expect(await send('//evil.test/y')).toBeInstanceOf(TypeError);
      expect(await send('/y')).toBeInstanceOf(TypeError);
    });

    it("are the origin of the page's base URL, even if the page has another origin", async () => {
      Reflect.set(globalThis, 'location', new URL('https://page.test/x'));
      Reflect.set(globalThis, 'document', { baseURI: 'https://base.test/' });
      try {
        const send = sending();
        expect(await send('/list')).toBe(true);
        expect(await send('https://base.test/list')).toBe(true);
        expect(await send('https://page.test/list')).toBeInstanceOf(TypeError);
      } finally {
        Reflect.deleteProperty(globalThis, 'location');
        Reflect.deleteProperty(globalThis, 'document');
      }
    });

    it("are the origin that undici's setGlobalOrigin sets", async () => {
      const GLOBAL_ORIGIN = Symbol.for('undici.globalOrigin.1');
      Reflect.set(globalThis, GLOBAL_ORIGIN, new URL('https://api.test'));
      try {
        const send = sending();
        expect(await send('/list')).toBe(true);
        expect(await send('https://api.test/list')).toBe(true);
        expect(await send('//evil.test/list')).toBeInstanceOf(TypeError);
      } finally {
        Reflect.deleteProperty(globalThis, GLOBAL_ORIGIN);
      }
    });
  });

  it('are scheme and host for a custom scheme', async () => {
    const send = sending();
    expect(await send('app://one/x')).toBe(true);
    expect(await send('app://one/y')).toBe(true);
    for (const url of ['app://two/x', 'other://one/x', 'data:text/plain,x'])
      expect(await send(url)).toBeInstanceOf(TypeError);
    expect(await sending(['app://one'])('app://one/x')).toBe(true);
    expect(await sending(['app://one'])('app://two/x')).toBeInstanceOf(TypeError);
  });

  it('reject another origin with an error that names both origins, and no other part of the URL', async () => {
    const send = sending();
    await send(`${OWN}/a`);
    expect(await send('https://ada:secret@other.test/secret?secret')).toEqual(
      new TypeError(
        'The token is for https://api.test, but the request goes to https://other.test: add it to ' +
          'AuthPlugin({ origins }), or exclude it in appliesTo().',
      ),
    );
  });

  it('are only the origins in the option, if it is set, even for the first request', async () => {
    const send = sending(['https://a.test', 'https://b.test']);
    expect(String(await send('https://c.test/'))).toContain(
      'The token is for https://a.test, https://b.test,',
    );
    for (const url of ['https://b.test/x', 'https://a.test/']) expect(await send(url)).toBe(true);
    expect(String(await sending([])('https://a.test/'))).toContain('The token is for no origin');
  });
});
