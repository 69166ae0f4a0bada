import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { BASE, callOnce } from '../support/client.js';
import { refusal } from '../support/refusal.js';
import { draws } from '../support/effort.js';

const PAGE = 'http://page.example';
const EVIL = 'evil.example';

/** Values that a URL parser, at the right place, would take for another host, scheme or port. */
const HOSTILE_VALUES: readonly string[] = [
  ...['//', '///', '\\\\', '/\\', '\\/', '\t//', '/\t/', '\r\n//', '\0//', ' //'].map(
    (start) => start + EVIL,
  ),
  ...['https://', 'https:', 'http:/', '@', ':x@', '.', '?@', '#@', '\uFEFF//'].map((start) => start + EVIL),
  ...['javascript:alert(1)', 'data:text/plain,x', 'file:///etc/passwd', ':8443'],
  // Full stops and slashes that are mapped to the plain ones in a host name.
  ...['\uFF0F\uFF0F', '\u2215\u2215', '\u3002', '\uFF0E'].map((start) => start + EVIL),
  ...['\u2100', 'xn--evil-.example', '\u0430pi.example.com', '\u202Egro.live'],
];

/** As a server sees it, and as a page of the same scheme does, where homing is given no host. */
const hostOf = (url: string): string => new URL(url, PAGE).origin;

describe('trap 1: an absolute URL takes nothing off the base', () => {
  const headers = { Authorization: 'Bearer secret' };

  it.each([
    ...[`http://${EVIL}/x`, `https://${EVIL}`, `blob:https://${EVIL}/1`],
    ...['javascript:alert(1)', 'data:,x'],
  ])('the path %s is appended', async (path) => {
    const { url } = await callOnce({ path, client: { headers } });
    expect(url).toBe(`${BASE}/${path}`);
    expect(hostOf(url)).toBe(BASE);
  });

  it.each([`http://${EVIL}/x`, 'javascript:alert(1)'])('the param %s is one segment', async (id) => {
    const { url } = await callOnce({ path: '/:id', params: { id }, client: { headers } });
    expect(url).toBe(`${BASE}/${encodeURIComponent(id)}`);
  });
});

describe('trap 2: two slashes change no host', () => {
  it.each([BASE, `${BASE}/`, `${BASE}//`, '', '/', '//', '/v1'])('on the base "%s"', async (baseUrl) => {
    const { url } = await callOnce({ path: `//${EVIL}/x`, baseUrl });
    expect(hostOf(url)).toBe(baseUrl.startsWith(BASE) ? BASE : PAGE);
  });
});

describe('whatever a path param is, scheme, host and port stay', () => {
  it.each(HOSTILE_VALUES)('%j, as the first segment', async (id) => {
    const { url } = await callOnce({ path: '/:id/x', params: { id } });
    expect(hostOf(url)).toBe(BASE);
  });

  it.each(HOSTILE_VALUES)('%j, where the page gives the host', async (id) => {
    const { url } = await callOnce({ path: ':id/x', params: { id }, baseUrl: '' });
    expect(hostOf(url)).toBe(PAGE);
  });

  it.each(HOSTILE_VALUES)('%j, in the query', async (id) => {
    expect(hostOf((await callOnce({ path: '', params: { id } })).url)).toBe(BASE);
  });

  it('any text that is made of such pieces', async () => {
    const piece = fc.constantFrom(
      ...HOSTILE_VALUES,
      ...['/', '\\', '..', '.', ':', '@', '%2f', '%5c', '\t', EVIL],
    );
    const value = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    const base = fc.constantFrom('', '/', '//', '/v1', BASE, `${BASE}/`, `${BASE}:80/v1?k=1`);
    const path = fc.constantFrom('/:id', ':id', '/:id/:q', '//:id', '/\\:id', '/x/:id.json', '/x?y=1');
    await fc.assert(
      fc.asyncProperty(value, base, path, async (id, baseUrl, template) => {
        const { requests } = await callOnce({
          method: 'POST',
          path: template,
          params: { id, q: id },
          baseUrl,
          bodyAs: 'query',
        });
        for (const { url } of requests) expect(hostOf(url)).toBe(baseUrl.startsWith(BASE) ? BASE : PAGE);
      }),
      draws(250, 1000),
    );
  });
});

describe('trap 3: whatever a path param is, it climbs nowhere', () => {
  const DOTS = [
    ...['.', '..', '%2e', '%2E%2e', '.%2e', '\uFF0E', '\u2025', '\u3002'],
    ...['..;', '\0', '\t', '/', '\\', 'x'],
  ];

  it('any text that is made of dots and slashes is one segment, or refused', async () => {
    const value = fc
      .array(fc.constantFrom(...DOTS), { minLength: 1, maxLength: 5 })
      .map((all) => all.join(''));
    const path = fc.constantFrom(
      ...['/a/:id/b', ':id/b', '/a/:id.', '/a/:id..', '/a/:id%2e/b', '/a/:id.:id', '/:id/:id'],
    );
    await fc.assert(
      fc.asyncProperty(value, path, async (id, template) => {
        const { requests } = await callOnce({ path: template, params: { id } });
        const count = template.replace(/^\//, '').split('/').length;
        for (const { url } of requests) expect(new URL(url).pathname.split('/')).toHaveLength(count + 1);
      }),
      draws(250, 1000),
    );
  });
});

describe('a baseUrl that lost its host', () => {
  // `https://` + '' of an environment variable that isn't set, say.
  const hostless = ['https://', 'https:', 'http:///', 'HTTPS://', ' https://', 'https://?key=1', 'wss:'];

  it.each([...hostless, '\\', '\\\\', '/\\', ' \\/', 'https:/\\', 'https:\\'])(
    'is refused as %j: the first param would name the host',
    async (baseUrl) => {
      const captured = await callOnce({ path: '/:tenant/x', params: { tenant: EVIL }, baseUrl });
      expect(refusal(captured).message).toContain('has no host');
    },
  );

  it.each(['', '/', '//', '///', '?k=1', 'api', './api', '//cdn.example', 'https://a', 'http://[::1]:80'])(
    'is not what "%s" is',
    async (baseUrl) => {
      expect(
        (await callOnce({ path: '/:tenant/x', params: { tenant: 't' }, baseUrl })).requests,
      ).toHaveLength(1);
    },
  );

  it('keeps its query, which may hold a key, out of the sentence', async () => {
    const { message } = refusal(await callOnce({ path: '/x', baseUrl: 'https://?key=secret' }));
    expect(message).not.toContain('secret');
  });
});
