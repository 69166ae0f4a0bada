import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ApiError, createApi, createGraphQL, defineRequest, Operation } from '../../lib/index.js';
import { BASE, callOnce } from '../support/client.js';
import { printed } from '../support/printed.js';
import { startRawServer } from '../support/raw-server.js';

const SECRET = 'hunter2';

/** Everything that logs and error reports contain, except the fields of the error. */
const tellings = (error: ApiError): string =>
  [error.message, String(error), inspect(error.message), error.stack, JSON.stringify(error)].join('\n');

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a user and a password in baseUrl', () => {
  const baseUrl = `https://admin:${SECRET}@api.example.com/v1`;

  it('appear in no message and no report', async () => {
    const api = createApi({ baseUrl, requests: { list: defineRequest()({ method: 'GET', path: '/x' }) } });
    const { error } = await api.list();
    expect(tellings(error!)).not.toContain(SECRET);
    expect(error?.toJSON().request).toEqual({ method: 'GET', url: 'https://api.example.com/v1/x' });
  });

  it('appear in no message of a GraphQL client', async () => {
    const operations = { list: new Operation({ operation: '{ list }' }) };
    const { error } = await createGraphQL({ endpoint: baseUrl, operations }).list();
    expect(tellings(error!)).not.toContain(SECRET);
  });

  it.each([`${baseUrl}#top`, `${baseUrl}\t`, `//admin:${SECRET}@host#top`])(
    'appear in no message about the invalid baseUrl %j',
    async (given) => {
      const { error } = (await callOnce({ baseUrl: given })).result;
      expect(error?.kind).toBe('network');
      expect(tellings(error!)).not.toContain(SECRET);
    },
  );
});

describe('a status text', () => {
  it('has no control character in the message, whatever the server sends', async () => {
    const server = await startRawServer('HTTP/1.1 500 \u001b[31mEvil\u0007\r\ncontent-length: 0\r\n\r\n');
    const requests = { list: defineRequest()({ method: 'GET', path: '/x' }) };
    const { error } = await createApi({ baseUrl: server.url, requests }).list();
    await server.close();
    expect(error?.message).toBe('GET /x returned 500 [31mEvil');
    expect(error?.statusText).toContain('Evil');
  });

  it('can be missing on a custom Response', async () => {
    const response = { ok: false, status: 500, statusText: null, headers: new Headers() };
    const { error } = (await callOnce({ answer: () => response as never })).result;
    expect(error?.message).toBe('GET /items returned 500');
  });
});

describe('the log', () => {
  it('contains by default only the URL from the input', async () => {
    const lines = printed();
    const body = `{"token":"${SECRET}"}`;
    await callOnce({
      path: '/users',
      method: 'POST',
      params: { id: SECRET, q: SECRET },
      options: { headers: { Authorization: `Bearer ${SECRET}`, Cookie: SECRET } },
      answer: () => new Response(body, { headers: { 'set-cookie': SECRET } }),
      client: { log: true },
    });
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  it('contains no value of a redacted param, wherever it is in the URL', async () => {
    const lines = printed();
    await callOnce({
      baseUrl: `${BASE}/a&b=c?token=${SECRET}`,
      path: `/x?token=${SECRET}&other=1`,
      params: { token: [SECRET, SECRET] },
      client: { log: { redact: ['token'] } },
    });
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });
});

describe('trap 12: a token against request forgery', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, 'document'));

  it('is not sent to another origin, because homing reads no cookie and adds only an Accept', async () => {
    const cookie = vi.fn(() => `XSRF-TOKEN=${SECRET}`);
    Object.defineProperty(globalThis, 'document', {
      value: Object.defineProperty({ addEventListener: () => {} }, 'cookie', { get: cookie }),
      configurable: true,
    });
    const options = { withXSRFToken: 'yes', withCredentials: true } as object;
    const { headers } = await callOnce({ baseUrl: 'https://other.example', options, client: options });
    expect([...headers]).toEqual([['accept', 'application/json']]);
    expect(cookie).not.toHaveBeenCalled();
  });
});
