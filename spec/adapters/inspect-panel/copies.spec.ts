import { describe, expect, it } from 'vitest';
import { asCurl, asSpec } from '../../../lib/adapters/inspect-panel/copies.js';
import type { SeenAttempt } from '../../../lib/entries/inspect.js';
import { seenAttempt, seenCall } from '../../support/seen.js';

const posting = (body: SeenAttempt['request']['body']): SeenAttempt =>
  seenAttempt({ request: { method: 'POST', url: "https://a.test/it's", headers: {}, body } });

describe('asCurl', () => {
  it('includes method, URL and headers of the newest request', () => {
    expect(asCurl(seenCall({ attempts: [seenAttempt()] }))).toBe(
      "curl --globoff -X 'GET' --url 'https://a.test/users/1?q=2' \\\n  -H 'accept: a/b'",
    );
  });

  it.each<[string, SeenAttempt['request']['body'], string]>([
    ['a string', { text: "it's" }, "--data-raw 'it'\\''s'"],
    [
      'a form',
      {
        fields: [
          { name: 'a', value: 'b' },
          { name: 'f', fileName: 'x.txt' },
        ],
      },
      "--form-string 'a=b' \\\n  -F 'f=@/dev/null;filename=\"x.txt\";type=application/octet-stream'",
    ],
    ['a string that curl would read as a file name', { text: '@/etc/passwd' }, "--data-raw '@/etc/passwd'"],
    [
      'fields that curl would read as file names',
      {
        fields: [
          { name: 'a', value: '@/etc/passwd' },
          { name: 'b=@/etc/passwd;c', value: '<x' },
          { name: 'd=@/etc/passwd;e', fileName: '/etc/"\\', contentType: 'text/plain;headers=@/etc/passwd' },
        ],
      },
      [
        "--form-string 'a=@/etc/passwd'",
        "--form-string 'b%3D@/etc/passwd;c=<x'",
        `-F 'd%3D@/etc/passwd;e=@/dev/null;filename="/etc/\\"\\\\";type=text/plain'`,
      ].join(' \\\n  '),
    ],
    ['control characters', { text: "a\u001b[201~'\\\n$(b)" }, "--data-raw $'a\\u001b[201~\\'\\\\\\n$(b)'"],
  ])('escapes %s for the shell', (_, body, part) => {
    expect(asCurl(seenCall({ attempts: [posting(body)] }))).toBe(
      `curl --globoff -X 'POST' --url 'https://a.test/it'\\''s' \\\n  ${part}`,
    );
  });

  it('quotes a method, because it can contain a quote', () => {
    const { request } = seenAttempt();
    const attempts = [seenAttempt({ request: { ...request, method: "A'`b`" } })];
    expect(asCurl(seenCall({ attempts }))).toContain("-X 'A'\\''`b`'");
  });

  it('omits a body that is not kept', () => {
    expect(asCurl(seenCall({ attempts: [posting({ size: 7 })] }))).not.toContain('--data');
  });

  it('omits a binary body, and returns undefined if nothing was sent', () => {
    const bytes = posting({ text: 'QQ==', encoding: 'base64' });
    expect(asCurl(seenCall({ attempts: [bytes] }))).not.toContain('QQ==');
    expect(asCurl(seenCall())).toBeUndefined();
  });
});

describe('asSpec', () => {
  it('creates a stub with the responses of the service', () => {
    const busy = seenAttempt({ response: { status: 503, headers: {} } });
    const { response: _response, ...lost } = seenAttempt();
    const text = seenAttempt({ response: { status: 200, headers: {}, body: { text: 'a' } } });
    const spec = asSpec(
      seenCall({ attempts: [busy, lost, text, seenAttempt(), seenAttempt({ joined: 3 })] }),
    );
    expect(spec).toContain(`  "GET /users/1": [
    new Response(null, { status: 503 }),
    () => { throw new TypeError('fetch failed'); },
    new Response("a"),
    jsonResponse({"n":1}),
  ],`);
    expect(spec).toContain('baseUrl: "https://a.test",');
    expect(spec).toContain('getUser: defineRequest()({ method: "GET", path: "/users/1" })');
    expect(spec).toContain(`(error?.kind ?? 'ok') === "ok"`);
  });

  it('uses a valid identifier for an endpoint in a group', () => {
    expect(asSpec(seenCall({ name: 'users.get', attempts: [seenAttempt()] }))).toContain('await api.call();');
  });

  it('returns undefined if nothing was sent', () => {
    expect(asSpec(seenCall({ attempts: [seenAttempt({ joined: 3 })] }))).toBeUndefined();
  });
});
