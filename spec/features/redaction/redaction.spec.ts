import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  redactBody,
  redactField,
  redactHeaders,
  redactUrl,
} from '../../../lib/features/redaction/redaction.js';
import { draws } from '../../support/effort.js';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

/** The name in JSON, in any kind of quotes. */
const shownJson = (text: string): string | undefined => redactBody(text, JSON_TYPE);

describe('the name of a secret (rules.md#what-is-redacted)', () => {
  it.each([
    ...[
      'password',
      'user_password',
      'passwd',
      'pwd',
      'passphrase',
      'secret',
      'clientSecret',
      'client-secret',
    ],
    ...[
      'token',
      'accessToken',
      'refresh_token',
      'id_token',
      'XSRF-TOKEN',
      'nextPageToken',
      'apiKey',
      'api_key',
    ],
    ...[
      'apikey',
      'APIKey',
      'AWSAccessKeyId',
      'X-Amz-Signature',
      'X-Amz-Credential',
      'X-Goog-Signature',
      'sig',
    ],
    ...[
      'Authorization',
      'auth',
      'credentials',
      'jwt',
      'otp',
      'pin',
      'sessionId',
      'session_id',
      'sid',
      'session',
    ],
    ...['cookie', 'csrf', 'card_number', 'cardNumber', 'cvc', 'iban', 'private_key', 'user[password]'],
    ...['PHPSESSID', 'masterKey', 'shared_key', 'x-functions-key', 'SAMLResponse', 'device_code'],
    ...['totp', 'cvv2', 'hmac'],
  ])('can be %s', (name) => {
    expect(shownJson(JSON.stringify({ [name]: 'x' }))).toBe(JSON.stringify({ [name]: 'REDACTED' }));
    expect(redactUrl(`/a?${encodeURIComponent(name)}=x`)).toBe(`/a?${encodeURIComponent(name)}=REDACTED`);
  });

  it.each(['author', 'authors', 'secretary', 'id', 'name', 'monkey', 'footpath', 'passenger', 'design'])(
    "can't be %s",
    (name) => {
      const text = JSON.stringify({ [name]: 'x' });
      expect([shownJson(text), redactUrl(`/?${name}=x`)]).toEqual([text, `/?${name}=x`]);
    },
  );

  it.each(['code', 'key'])('can be %s in a query and a form, and not in JSON', (name) => {
    expect(redactUrl(`/?${name}=x`)).toBe(`/?${name}=REDACTED`);
    expect(redactBody(`${name}=x`, FORM)).toBe(`${name}=REDACTED`);
    expect(redactField(name, 'x')).toBe('REDACTED');
    expect(shownJson(`{"${name}":"x"}`)).toBe(`{"${name}":"x"}`);
  });
});

describe('redactBody of JSON', () => {
  it.each([
    ['a string', '"a \\" \\\\"', '"REDACTED"'],
    ['a number', '-1.5e3', '0'],
    ['an array', '["a", [2]]', '["REDACTED", [0]]'],
    ['an object', '{"a":{"b":"c"}}', '{"a":{"b":"REDACTED"}}'],
    ['true', 'true', 'true'],
    ['null', 'null', 'null'],
    ['an empty string', '""', '""'],
  ])('replaces the value of a secret name and keeps its type: %s', (_, value, shown) => {
    const around = (text: string): string => `{"a":"b","secret" : ${text},"c":1,"d":[{"e":2},"f"]}`;
    expect(shownJson(around(value))).toBe(around(shown));
  });

  it('keeps numbers of tokens', () => {
    const text = '{"usage":{"total_tokens":12,"maxTokens": 3}}';
    expect(shownJson(text)).toBe(text);
    expect(shownJson('{"tokens":"x","tokens":["y",1]}')).toBe(
      '{"tokens":"REDACTED","tokens":["REDACTED",0]}',
    );
  });

  it('redacts every value of a repeated name, in any escaped form', () => {
    expect(shownJson('{"pin":1,"p\\u0069n":"x","pin":true}')).toBe(
      '{"pin":0,"p\\u0069n":"REDACTED","pin":true}',
    );
  });

  it('redacts JSON inside of strings', () => {
    const text = (token: string): string => JSON.stringify({ body: JSON.stringify({ token, n: 1 }) });
    expect(shownJson(text('x'))).toBe(text('REDACTED'));
    const lines = (token: string): string => JSON.stringify([`{"token":"${token}"}\n{"n":1}`]);
    expect(shownJson(lines('x'))).toBe(lines('REDACTED'));
  });

  it('replaces a string completely if it is nested too deeply', () => {
    const deep = Array(12)
      .fill(0)
      .reduce<string>((inner) => `/?a=${encodeURIComponent(inner)}`, '/?q=hunter2');
    expect(shownJson(JSON.stringify([deep]))).not.toContain('hunter2');
  });

  it('removes the users from URLs inside of strings, and redacts their fields', () => {
    const shown = (text: string): unknown => (JSON.parse(shownJson(JSON.stringify([text]))!) as unknown[])[0];
    expect(shown('https://ada:pw@h.test/a?page=2&sig=x')).toBe('https://h.test/a?page=2&sig=REDACTED');
    expect(shown('see //ada:pw@h.test/ or /users?sig=x#access_token=y')).toBe(
      'see //h.test/ or /users?sig=REDACTED#access_token=REDACTED',
    );
    expect(shown('https:\\\\ada:pw@h.test')).toBe('https:\\\\h.test');
    expect(shown('HTTPS:/ada:pw@h.test')).toBe('HTTPS:/h.test');
    expect(shown('https:ada:p\tw@h.test')).toBe('https:h.test');
    expect(shown('https://ada:p"w@h.test')).toBe('https://h.test');
    expect(shown('users?token=x')).toBe('users?token=REDACTED');
    expect(shown('a=1&password=x')).toBe('a=1&password=REDACTED');
    expect(shown('/?filter={"password":"x"}')).not.toContain('"x"');
    expect(shown('who? sig=x is ada@h.test')).toBe('who? sig=REDACTED is ada@h.test');
  });

  it.each([
    ['{"name":"password","value":"x"}', '{"name":"password","value":"REDACTED"}'],
    [
      '[{"value": "a\\"b", "key": "api_key"}, {"id":"pin", "value": 12}]',
      '[{"value": "REDACTED", "key": "api_key"}, {"id":"pin", "value": 0}]',
    ],
    [
      '{"id":7,"key":"k","name":"pin","value":[1,{"a":"x"}]}',
      '{"id":7,"key":"k","name":"pin","value":[0,{"a":"REDACTED"}]}',
    ],
    [
      '{"id":"pin","value":{"name":"a","value":"x"}}',
      '{"id":"pin","value":{"name":"REDACTED","value":"REDACTED"}}',
    ],
    ['{"Field":"token","Value":"x","n":["y"]}', '{"Field":"token","Value":"REDACTED","n":["y"]}'],
    ['{"name":["token"],"value":"x"}', '{"name":["token"],"value":"x"}'],
    ['{"name":"user","value":"ada"}', '{"name":"user","value":"ada"}'],
    ['{"name":"token","value":""}', '{"name":"token","value":""}'],
  ])('redacts the value of a pair that a secret name identifies: %s', (text, shown) => {
    expect(shownJson(text)).toBe(shown);
    expect(shownJson(JSON.stringify({ text }))).toBe(JSON.stringify({ text: shown }));
  });

  it.each([
    '{"id":12345678901234567890, "n":1.10,"a":"\\u0041\\/","b":[1,\n2]}',
    '{"text":"Invalid token: sign in again, key: 5","b":"[draft] {x}","c":"https://h.test/a?q=a+b%20c&e=%E2%82%AC"}',
    '{"query":"shoes","nested":{"query":"a \\"b\\" 5"}}',
    '\ufeff[]',
    '3',
    '',
  ])('changes nothing without a secret: %s', (text) => {
    expect(shownJson(text)).toBe(text);
  });

  it.each(['{"a":1', '}{][,":', 'hunter2', '{"a":1}x'])('returns nothing for %j', (text) => {
    expect(shownJson(text)).toBeUndefined();
  });
});

describe('redactBody of another format', () => {
  it.each([
    ['JSON lines', 'application/x-ndjson', '{"pin":1}\n\n"a"\r\n', '{"pin":0}\n\n"a"\r\n'],
    ['a JSON sequence', 'application/json-seq', '\x1e{"pin":1}\n\x1e[]\n', '\x1e{"pin":0}\n\x1e[]\n'],
    ['JSON, by itself', 'text/plain', ' {"pin":1}', ' {"pin":0}'],
    ['a form', FORM, 'a=1&password=x&b=', 'a=1&password=REDACTED&b='],
    ['JSON with the type of a form', FORM, '{"pin":"a=b"}', '{"pin":"REDACTED"}'],
    [
      'events',
      'text/event-stream',
      ': hunter2\nid: 1\nevent: x\ndata: {"token":"x"}\n\nretry: 5\r\ndata:3\r\n\r\ndata: [DONE]\n\n',
      ':\nid: 1\nevent: x\ndata: {"token":"REDACTED"}\n\nretry: 5\r\ndata:3\r\n\r\ndata: [DONE]\n\n',
    ],
    [
      'fields of events',
      'text/event-stream',
      'id: {"pin":1}\nevent: /?sig=x\n',
      'id: {"pin":0}\nevent: /?sig=REDACTED\n',
    ],
    [
      'events, with carriage returns',
      'text/event-stream',
      'id: 1\rdata: {"pin":1}\r\r',
      'id: 1\rdata: {"pin":0}\r\r',
    ],
    ['an operation', 'application/graphql', '{ a(b: "x", n: -1.5) }', '{ a(b: "…", n: "…") }'],
  ])('redacts %s', (_, type, text, shown) => {
    expect(redactBody(text, type)).toBe(shown);
    expect(redactBody(shown, type)).toBe(shown);
  });

  it.each([
    ['plain text', 'text/plain', 'hunter2'],
    ['a number with the type of text', 'text/plain', '4711'],
    ['a string with the type of text', 'text/plain', '"hunter2"'],
    ['XML', 'application/xml', '<password>hunter2</password>'],
    ['HTML', 'text/html', '<p>hunter2'],
    ['lines of which one is not JSON', 'application/x-ndjson', '{"a":1}\nhunter2'],
    ['events whose data is not JSON', 'text/event-stream', 'data: {"a":1}\n\ndata: hunter2\n\n'],
    ['events whose lines end in a carriage return', 'text/event-stream', 'id: 1\rdata: hunter2\r\r'],
    ['events with another kind of line', 'text/event-stream', 'data: 1\nhunter2\n\n'],
    [
      'a multipart body',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="password"\r\n\r\nhunter2\r\n--x--',
    ],
    ['truncated JSON with the type of a form', FORM, '{"password":"a=b'],
    ['a plain string with the type of a form', FORM, 'hunter2'],
    ['a truncated operation', 'application/graphql', '{ a(b: "hunter2'],
    ['a plain string with the type of an operation', 'application/graphql', 'hunter2'],
    ['no type', '', 'hunter2'],
    ['a string that is too long', JSON_TYPE, `["${'\\\\n'.repeat(10_000_000)}"]`],
    ['an operation that is too long', 'application/graphql', `{ a(b: "hunter2${'\\\\n'.repeat(200_000)}") }`],
  ])('returns nothing for %s', (_name, type, text) => {
    expect(redactBody(text, type)).toBeUndefined();
  });

  it('replaces the literals of a GraphQL request, and redacts its variables by name', () => {
    const query = `# about "hunter2"
      query ($password: String! = "x", $first: Int = 10, $in: A = {a: ["b", 1.5e3], c: true, d: RED}) {
        user1(block: """a "b" \\""" {c} # d""", empty: "", s: "a\\"b") { ...f @include(if: false) } # e
      }`;
    const shown = JSON.parse(shownJson(JSON.stringify({ query, variables: { password: 'x', n: 1 } }))!) as {
      query: string;
      variables: unknown;
    };
    expect(shown.variables).toEqual({ password: 'REDACTED', n: 1 });
    expect(shown.query).toBe(`
      query ($password: String! = "…", $first: Int = "…", $in: A = {a: ["…", "…"], c: true, d: RED}) {
        user1(block: "…", empty: "…", s: "…") { ...f @include(if: false) } 
      }`);
    expect(redactUrl(`/?query=${encodeURIComponent('{a(b:"x")}')}`)).toBe(
      `/?query=${encodeURIComponent('{a(b:"…")}')}`,
    );
    expect(shownJson('{"query":"{ a(b: \\"hunter2"}')).toBe('{"query":"REDACTED"}');
  });
});

describe('a redacted URL', () => {
  it('has no user, and no values of its query and its fragment', () => {
    const url = 'https://ada:pw@h.test/a;b?q=1&token=x&to=https%3A%2F%2Fh.test%2F%3Fsig%3Dx#access_token=x';
    expect(redactUrl(url)).toBe(
      'https://h.test/a;b?q=1&token=REDACTED&to=https%3A%2F%2Fh.test%2F%3Fsig%3DREDACTED#access_token=REDACTED',
    );
  });

  it('has a replacement for a query or a fragment that is a value without a name', () => {
    const inner = 'https://ada:pw@h.test/';
    const shown = encodeURIComponent('https://h.test/');
    expect(redactUrl(`/proxy?${inner}&b=1`)).toBe(`/proxy?${shown}&b=1`);
    expect(redactUrl(`/proxy?${encodeURIComponent(inner)}`)).toBe(`/proxy?${shown}`);
    expect(redactUrl(`/proxy#${inner}`)).toBe(`/proxy#${shown}`);
    expect(redactUrl('/rpc?{"password":"x"}')).toBe(`/rpc?${encodeURIComponent('{"password":"REDACTED"}')}`);
    expect(redactUrl(`/proxy/${inner}`)).toBe(`/proxy/${inner}`);
  });

  it.each(['/a?b', '/a?token=', '?', '', '/a?=x', '/token/x', '/a?b&&c#d', '/a??b#'])(
    'is unchanged: %j',
    (url) => {
      expect(redactUrl(url)).toBe(url);
    },
  );
});

describe('redacted headers', () => {
  it('keep only harmless values, and no cookie', () => {
    const headers = {
      Authorization: 'Bearer x',
      Cookie: 'a=x',
      'Set-Cookie': 'a=x',
      'X-Own': 'x',
      Accept: 'a/b',
    };
    expect(redactHeaders(headers)).toEqual({ accept: 'a/b', authorization: 'REDACTED', 'x-own': 'REDACTED' });
  });

  it('are sorted by name', () => {
    expect(Object.keys(redactHeaders({ b: '1', A: '2', c: '3' }))).toEqual(['a', 'b', 'c']);
  });

  it('contain redacted URLs', () => {
    const shown = redactHeaders({
      location: '/a?token=x',
      link: '<https://ada:pw@h.test/?token=x>; rel="next", </b?sig=x>; rel="last"',
      'user-agent': 'bot (+https://ada:pw@h.test/)',
    });
    expect(shown).toEqual({
      location: '/a?token=REDACTED',
      link: '<https://h.test/?token=REDACTED>; rel="next", </b?sig=REDACTED>; rel="last"',
      'user-agent': 'bot (+https://h.test/)',
    });
  });
});

describe('random redacted strings', () => {
  const names = fc.constantFrom('password', 'accessToken', 'api_key', 'clientSecret', 'sid');
  const secret = fc.string({ unit: 'binary', minLength: 4 }).map((text) => `hunter2${text}`);
  const runs = draws(200, 5000);

  it('contain no secret after a name in JSON, at any depth of nested strings', () => {
    const wrap = [
      (value: unknown) => ({ a: value }),
      (value: unknown) => [1, value, 'b'],
      (value: unknown) => ({ text: JSON.stringify(value) }),
      (value: unknown) => JSON.stringify(value),
      (value: unknown) => `/?to=${encodeURIComponent(JSON.stringify(value))}`,
    ];
    const wraps = fc.array(fc.constantFrom(...wrap), { maxLength: 5 });
    fc.assert(
      fc.property(names, secret, wraps, (name, value, around) => {
        const whole = around.reduce<unknown>((inner, put) => put(inner), { [name]: value });
        expect(shownJson(JSON.stringify(whole))).not.toContain('hunter2');
      }),
      runs,
    );
  });

  it("don't change when they are redacted again", () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.tuple(names, fc.json()).map(([name, json]) => `{"${name}":${json}}`),
    );
    fc.assert(
      fc.property(text, (given) => {
        const [once = '', url] = [shownJson(given), redactUrl(given)];
        expect([shownJson(once), redactUrl(url)]).toEqual([once, url]);
      }),
      runs,
    );
  });

  it('are JSON if the input is JSON', () => {
    fc.assert(
      fc.property(names, fc.json(), (name, json) => {
        expect(() => JSON.parse(shownJson(`{"${name}":${json},"b":${json}}`)!)).not.toThrow();
      }),
      runs,
    );
  });

  it.each<[string, string, (size: number) => string]>([
    ['unclosed quotes', JSON_TYPE, (size) => '{"'.repeat(size / 2)],
    ['brackets', JSON_TYPE, (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
    [
      'pairs in pairs',
      JSON_TYPE,
      (size) => '{"name":"pin","value":'.repeat(size / 23) + '1' + '}'.repeat(size / 23),
    ],
    ['backslashes', JSON_TYPE, (size) => `["${'\\\\'.repeat(size / 2)}"]`],
    ['truncated JSON in JSON', JSON_TYPE, (size) => JSON.stringify([`{"a":"${'\\"'.repeat(size / 4)}`])],
    ['slashes', JSON_TYPE, (size) => `["@${'/'.repeat(size)}"]`],
    ['schemes', JSON_TYPE, (size) => `["@${'http:'.repeat(size / 5)}"]`],
    ['fields in fields', JSON_TYPE, (size) => `["${'a=%3D%253D%25253D'.repeat(size / 17)}"]`],
    ['spaces', JSON_TYPE, (size) => `[1${' '.repeat(size)}]`],
    ['lines', 'application/x-ndjson', (size) => '[]\n'.repeat(size / 3)],
    ['lines of events', 'text/event-stream', (size) => 'data: 1\n'.repeat(size / 8)],
    ['quotes of GraphQL', 'application/graphql', (size) => `{${'"""\\'.repeat(size / 4)}`],
    ['comments of GraphQL', 'application/graphql', (size) => '#'.repeat(size)],
    ['fields', FORM, (size) => 'a=1&'.repeat(size / 4)],
  ])('take time in proportion to their size: %s', (_, type, text) => {
    // Quadratic time would exceed the time limit of a case.
    expect(() => redactBody(text(1_000_000), type)).not.toThrow();
  });
});
