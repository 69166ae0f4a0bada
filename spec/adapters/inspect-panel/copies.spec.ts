import { describe, expect, it } from 'vitest';
import { asCurl, asSpec } from '../../../lib/adapters/inspect-panel/copies.js';
import type { SeenAttempt } from '../../../lib/entries/inspect.js';
import { seenAttempt, seenCall } from '../../support/seen.js';

const posting = (body: SeenAttempt['request']['body']): SeenAttempt =>
  seenAttempt({ request: { method: 'POST', url: "https://a.test/it's", headers: {}, body } });

describe('a call as curl', () => {
  it('has method, URL and headers of its newest request', () => {
    expect(asCurl(seenCall({ attempts: [seenAttempt()] }))).toBe(
      "curl --globoff -X 'GET' --url 'https://a.test/users/1?q=2' \\\n  -H 'accept: a/b'",
    );
  });

  it.each<[string, SeenAttempt['request']['body'], string]>([
    ['a text', { text: "it's" }, "--data-raw 'it'\\''s'"],
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
    ['a text that curl would take for a file', { text: '@/etc/passwd' }, "--data-raw '@/etc/passwd'"],
    [
      'fields that curl would take for files',
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
  ])('has %s as a shell takes it', (_, body, part) => {
    expect(asCurl(seenCall({ attempts: [posting(body)] }))).toBe(
      `curl --globoff -X 'POST' --url 'https://a.test/it'\\''s' \\\n  ${part}`,
    );
  });

  it('quotes a method, which may have a quote in it', () => {
    const { request } = seenAttempt();
    const attempts = [seenAttempt({ request: { ...request, method: "A'`b`" } })];
    expect(asCurl(seenCall({ attempts }))).toContain("-X 'A'\\''`b`'");
  });

  it('leaves out a body that is not kept', () => {
    expect(asCurl(seenCall({ attempts: [posting({ size: 7 })] }))).not.toContain('--data');
  });

  it('leaves out bytes that are no text, and is none where nothing was sent', () => {
    const bytes = posting({ text: 'QQ==', encoding: 'base64' });
    expect(asCurl(seenCall({ attempts: [bytes] }))).not.toContain('QQ==');
    expect(asCurl(seenCall())).toBeUndefined();
  });
});

describe('a call as a spec', () => {
  it('has a stub that answers each request as the service did', () => {
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

  it('names an endpoint of a group by a name that can be written', () => {
    expect(asSpec(seenCall({ name: 'users.get', attempts: [seenAttempt()] }))).toContain('await api.call();');
  });

  it('is none where nothing was sent', () => {
    expect(asSpec(seenCall({ attempts: [seenAttempt({ joined: 3 })] }))).toBeUndefined();
  });
});
