import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { templatePath } from '../../../lib/adapters/otel/attributes.js';
import { withoutUser } from '../../../lib/core/result/error-text.js';
import { createApi, createGraphQL, Operation, Request } from '../../../lib/index.js';
import { redactBody, redactUrl } from '../../../lib/features/redaction/redaction.js';
import { draws } from '../../support/effort.js';

/** Every way in which the URL standard allows user name and password before a host. */
const spellings = [
  'https://bobolink:hunter2@host/v1',
  'https:/bobolink:hunter2@host/v1',
  'https:bobolink:hunter2@host/v1',
  'https:\\\\bobolink:hunter2@host/v1',
  'https:/\\bobolink:hunter2@host/v1',
  'https:////bobolink:hunter2@host/v1',
  'HTTPS://bobolink:hunter2@host/v1',
  ' https://bobolink:hunter2@host/v1',
  '\t\nhttps://bobolink:hunter2@host/v1',
  'ht\ntps://bobolink:hunter2@host/v1',
  'https:/\t/bobolink:hunter2@host/v1',
  'https://bobolink:hunter2@x@host/v1',
  'https://bobolink:hunter2@@host/v1',
  'https://:hunter2@host/v1',
  'https://hunter2@host/v1',
  'https://bobolink:hunter2@host',
  'https://bobolink:hunter2@host?q=1',
  'https://bobolink:hunter2@[::1]:8080/host',
  'ws://bobolink:hunter2@host/v1',
  'git+ssh://bobolink:hunter2@host/v1',
  '//bobolink:hunter2@host/v1',
  '\\\\bobolink:hunter2@host/v1',
  '/\\bobolink:hunter2@host/v1',
  '///bobolink:hunter2@host/v1',
  // An unencoded `#` or `?`: a parser would end the host before it.
  'https://bobolink:hunter2#x@host/v1',
  'https://bobolink:hunter2?x@host/v1',
  'https://bobolink:1?hunter2@host/v1',
  'https://hunter2@host?mail=a@b',
];

describe('user name and password before a host', () => {
  it.each(spellings)('are removed from %j', (url) => {
    expect(withoutUser(url)).not.toMatch(/bobolink|hunter2/);
    expect(withoutUser(url)).toContain('host');
  });

  it.each([
    'https://host/users/@me',
    'https://host/bobolink:hunter2@x',
    'https://host?mail=a@b',
    'https://host/x?next=https://a:b@c',
    '/users/@me',
    '/@',
    'users/:id@v2',
    '',
    '@',
    'https://',
    'https:/',
  ])('are not found in %j', (url) => {
    expect(withoutUser(url)).toBe(url);
  });

  it('are removed from every string in which a URL parser finds them', () => {
    const parts = ['ht', 'tps', ':', '/', '/', 'bobolink', ':', 'hunter2', '@', 'host', '/', 'v1'];
    const between = fc.constantFrom(...Array.from('\t\n\r/\\:@ #?a\0[|"<'), '%40');
    const texts = fc
      .tuple(fc.dictionary(fc.nat(11).map(String), between, { maxKeys: 4 }), fc.subarray([0, 1, 2, 3, 4, 5]))
      .map(([more, left]) =>
        parts.map((part, at) => (more[at] ?? '') + (left.includes(at) ? '' : part)).join(''),
      );
    fc.assert(
      fc.property(texts, fc.constantFrom('http://page.test/', 'https://page.test/'), (text, base) => {
        const { username = '', password = '' } = URL.canParse(text, base) ? new URL(text, base) : {};
        // Most strings contain no user.
        if (!`${username}${password}`.includes('hunter2')) return;
        expect(withoutUser(text)).not.toContain('hunter2');
        expect(redactUrl(text)).not.toContain('hunter2');
        expect(redactBody(JSON.stringify([text]), 'application/json')).not.toContain('hunter2');
        expect(templatePath(text)).not.toContain('hunter2');
      }),
      draws(5000, 50_000),
    );
  });

  it('are removed in time proportional to the length', () => {
    const long = `https:${'/'.repeat(1e6)}${'a:'.repeat(1e6)}`;
    expect(withoutUser(long)).toBe(long);
    expect(withoutUser(`${long}@host`)).toHaveLength(1e6 + 'https:host'.length);
  });
});

// A question mark in the password starts the query for the code that builds the URL.
const bases = spellings.filter((url) => !/\?.*@/.test(url));

describe.each([...bases, ...bases.map((url) => `${url}#x`)])('the baseUrl %j', (baseUrl) => {
  const tellings = async (): Promise<string> => {
    const requests = { read: new Request<Record<string, unknown>>({ method: 'GET', path: '/users/:id' }) };
    const operations = { read: new Operation({ operation: '{ a }' }) };
    const clients = [createApi({ baseUrl, requests }), createGraphQL({ endpoint: baseUrl, operations })];
    const errors = [];
    for (const params of [{ id: 1 }, {}])
      for (const { read } of clients) errors.push((await read(params)).error);
    return errors.map((error) => `${String(error)} ${error?.stack} ${JSON.stringify(error)}`).join('\n');
  };

  it('reveals no user or password in a message, stack or report', async () => {
    expect(await tellings()).not.toMatch(/bobolink|hunter2/);
  });
});
