import { describe, expect, it } from 'vitest';
import { asCurl, asSpec } from '../../../lib/adapters/inspect-panel/copies.js';
import type { SeenAttempt } from '../../../lib/inspect.js';
import { seenAttempt, seenCall } from '../../support/seen.js';

const posting = (body: SeenAttempt['request']['body']): SeenAttempt =>
  seenAttempt({ request: { method: 'POST', url: "https://a.test/it's", headers: {}, body } });

describe('a call as curl', () => {
  it('has method, URL and headers of its newest request', () => {
    expect(asCurl(seenCall({ attempts: [seenAttempt()] }))).toBe(
      "curl -X GET 'https://a.test/users/1?q=2' \\\n  -H 'accept: a/b'",
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
      "-F 'a=b' \\\n  -F 'f=@x.txt'",
    ],
  ])('has %s as a shell takes it', (_, body, part) => {
    expect(asCurl(seenCall({ attempts: [posting(body)] }))).toBe(
      `curl -X POST 'https://a.test/it'\\''s' \\\n  ${part}`,
    );
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
