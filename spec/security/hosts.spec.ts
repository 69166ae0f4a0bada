import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { BASE, callOnce } from '../support/client.js';
import { refusal } from '../support/refusal.js';
import { draws } from '../support/effort.js';

const PAGE = 'http://page.example';
const EVIL = 'evil.example';

/** Values that a URL parser, in the right position, would read as another host, scheme or port. */
const HOSTILE_VALUES: readonly string[] = [
  ...['//', '///', '\\\\', '/\\', '\\/', '\t//', '/\t/', '\r\n//', '\0//', ' //'].map(
    (start) => start + EVIL,
  ),
  ...['https://', 'https:', 'http:/', '@', ':x@', '.', '?@', '#@', '\uFEFF//'].map((start) => start + EVIL),
  ...['javascript:alert(1)', 'data:text/plain,x', 'file:///etc/passwd', ':8443'],
  // Dots and slashes that a host name maps to plain dots and slashes.
  ...['\uFF0F\uFF0F', '\u2215\u2215', '\u3002', '\uFF0E'].map((start) => start + EVIL),
  ...['\u2100', 'xn--evil-.example', '\u0430pi.example.com', '\u202Egro.live'],
];

/** The origin of a URL. If homing gets no host, it is the origin of a page. */
const hostOf = (url: string): string => new URL(url, PAGE).origin;

describe('trap 1: an absolute URL', () => {
  const headers = { Authorization: 'Bearer secret' };

  it.each([
    ...[`http://${EVIL}/x`, `https://${EVIL}`, `blob:https://${EVIL}/1`],
    ...['javascript:alert(1)', 'data:,x'],
  ])('is appended to the base as the path %s', async (path) => {
    const { url } = await callOnce({ path, client: { headers } });
    expect(url).toBe(`${BASE}/${path}`);
    expect(hostOf(url)).toBe(BASE);
  });

  it.each([`http://${EVIL}/x`, 'javascript:alert(1)'])('is one segment as the param %s', async (id) => {
    const { url } = await callOnce({ path: '/:id', params: { id }, client: { headers } });
    expect(url).toBe(`${BASE}/${encodeURIComponent(id)}`);
  });
});

describe('trap 2: two slashes at the start of a path', () => {
  it.each([BASE, `${BASE}/`, `${BASE}//`, '', '/', '//', '/v1'])(
    'don\'t change the host of the base "%s"',
    async (baseUrl) => {
      const { url } = await callOnce({ path: `//${EVIL}/x`, baseUrl });
      expect(hostOf(url)).toBe(baseUrl.startsWith(BASE) ? BASE : PAGE);
    },
  );
});

describe('a hostile param', () => {
  it.each(HOSTILE_VALUES)('keeps the origin as the first segment: %j', async (id) => {
    const { url } = await callOnce({ path: '/:id/x', params: { id } });
    expect(hostOf(url)).toBe(BASE);
  });

  it.each(HOSTILE_VALUES)('keeps the origin of the page if the base has no host: %j', async (id) => {
    const { url } = await callOnce({ path: ':id/x', params: { id }, baseUrl: '' });
    expect(hostOf(url)).toBe(PAGE);
  });

  it.each(HOSTILE_VALUES)('keeps the origin in the query: %j', async (id) => {
    expect(hostOf((await callOnce({ path: '', params: { id } })).url)).toBe(BASE);
  });

  it('keeps the origin if it combines such values', async () => {
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

describe('trap 3: a path param of dots and slashes', () => {
  const DOTS = [
    ...['.', '..', '%2e', '%2E%2e', '.%2e', '\uFF0E', '\u2025', '\u3002'],
    ...['..;', '\0', '\t', '/', '\\', 'x'],
  ];

  it('is one segment, or is rejected', async () => {
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

describe('a baseUrl without a host', () => {
  // For example `https://` followed by an environment variable that isn't set.
  const hostless = ['https://', 'https:', 'http:///', 'HTTPS://', ' https://', 'https://?key=1', 'wss:'];

  it.each([...hostless, '\\', '\\\\', '/\\', ' \\/', 'https:/\\', 'https:\\'])(
    'is rejected as %j, because the first param would become the host',
    async (baseUrl) => {
      const captured = await callOnce({ path: '/:tenant/x', params: { tenant: EVIL }, baseUrl });
      expect(refusal(captured).message).toContain('has no host');
    },
  );

  it.each(['', '/', '//', '///', '?k=1', 'api', './api', '//cdn.example', 'https://a', 'http://[::1]:80'])(
    'is not the same as "%s", which is accepted',
    async (baseUrl) => {
      expect(
        (await callOnce({ path: '/:tenant/x', params: { tenant: 't' }, baseUrl })).requests,
      ).toHaveLength(1);
    },
  );

  it('has no query in the message, because the query can contain a key', async () => {
    const { message } = refusal(await callOnce({ path: '/x', baseUrl: 'https://?key=secret' }));
    expect(message).not.toContain('secret');
  });
});
