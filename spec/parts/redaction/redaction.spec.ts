import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { redactBody, redactField, redactHeaders, redactText, redactUrl } from '../../../lib/redaction.js';
import { effort } from '../../support/effort.js';

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

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
  ])('is %s', (name) => {
    expect(redactText(JSON.stringify({ [name]: 'x' }))).toBe(JSON.stringify({ [name]: 'REDACTED' }));
    expect(redactUrl(`/a?${encodeURIComponent(name)}=x`)).toBe(`/a?${encodeURIComponent(name)}=REDACTED`);
  });

  it.each(['author', 'authors', 'secretary', 'id', 'name', 'monkey', 'footpath', 'passenger', 'design'])(
    'is not %s',
    (name) => {
      const text = JSON.stringify({ [name]: 'x' });
      expect([redactText(text), redactUrl(`/?${name}=x`)]).toEqual([text, `/?${name}=x`]);
    },
  );

  it.each(['code', 'key'])('is %s in a query and a form, and not in JSON', (name) => {
    expect(redactUrl(`/?${name}=x`)).toBe(`/?${name}=REDACTED`);
    expect(redactBody(`${name}=x`, FORM)).toBe(`${name}=REDACTED`);
    expect(redactField(name, 'x')).toBe('REDACTED');
    expect(redactText(`{"${name}":"x"}`)).toBe(`{"${name}":"x"}`);
  });
});

describe('what stands behind such a name in JSON', () => {
  it.each([
    ['a string', '"a \\" \\\\"', '"REDACTED"'],
    ['a number', '-1.5e3', '0'],
    ['a list', '["a", [2]]', '["REDACTED", [0]]'],
    ['an object', '{"a":{"b":"c"}}', '{"a":{"b":"REDACTED"}}'],
    ['true', 'true', 'true'],
    ['null', 'null', 'null'],
    ['an empty string', '""', '""'],
  ])('keeps its kind: %s', (_, value, shown) => {
    const around = (text: string): string => `{"a":"b","secret" : ${text},"c":1}`;
    expect(redactText(around(value))).toBe(around(shown));
  });

  it('is kept when it is a number of tokens', () => {
    expect(redactText('{"usage":{"total_tokens":12,"maxTokens":3}}')).toContain('12,"maxTokens":3');
  });

  it('is found in a text of JSON inside of JSON', () => {
    const text = (token: string): string => JSON.stringify({ body: JSON.stringify({ token, n: 1 }) });
    expect(redactText(text('x'))).toBe(text('REDACTED'));
  });

  it('is found in the query of a URL inside of JSON, whose user goes', () => {
    const text = '{"next":"https://ada:pw@h.test/a?page=2&sig=x","to":"https:\\/\\/ada:pw@h.test\\/"}';
    expect(redactText(text)).toBe('{"next":"https://h.test/a?page=2&sig=REDACTED","to":"https://h.test/"}');
  });

  it('is found in the query of a URL without a host', () => {
    expect(redactText('{"next":"/users?sig=x","why":"who? sig=x"}')).toBe(
      '{"next":"/users?sig=REDACTED","why":"who? sig=x"}',
    );
  });

  it('is found in lines, in events and behind a quote that nothing closes', () => {
    const text = '5" wide\ndata: {"token":"x"}\n\n{"pin":1}\n{"password":"cut of';
    expect(redactText(text)).toBe('5" wide\ndata: {"token":"REDACTED"}\n\n{"pin":0}\n{"password":"REDACTED"');
  });

  it('is found where its name stands in another line of an event', () => {
    expect(redactText('data: {"password":\ndata: "x","n":"y"}')).toBe(
      'data: {"password":\ndata: "REDACTED","n":"y"}',
    );
  });

  it('is found behind comments of GraphQL, whatever stands in them', () => {
    const before = 'logIn(password: # its "first" half: [1\n  # and {more}\n  ';
    expect(redactText(`${before}"hunter2", user: "ada")`)).toBe(`${before}"REDACTED", user: "ada")`);
  });

  it.each([
    ['{"name":"password","value":"x"}', '{"name":"password","value":"REDACTED"}'],
    [
      '[{"value": "a\\"b", "key": "api_key"}, {"id":"pin", "value": 12}]',
      '[{"value": "REDACTED", "key": "api_key"}, {"id":"pin", "value": 0}]',
    ],
    ['{"name":"user","value":"ada"}', '{"name":"user","value":"ada"}'],
    ['{"name":"token","value":""}', '{"name":"token","value":""}'],
  ])('is found beside it as the value of a pair: %s', (text, shown) => {
    expect(redactText(text)).toBe(shown);
    expect(redactText(JSON.stringify({ text }))).toBe(JSON.stringify({ text: shown }));
  });

  it('is found in the text of a GraphQL operation, and in attributes', () => {
    expect(redactText('mutation { login(name: "ada", password: "x") }')).toContain('password: "REDACTED"');
    const block = 'login(password: """x"y""" name: """ada""") a(token: """cut';
    expect(redactText(block)).toBe('login(password: """REDACTED""" name: """ada""") a(token: """REDACTED');
    expect(redactText('note: """{"pin":1}"""')).toBe('note: """{"pin":0}"""');
    expect(redactText('query ($password: String! = "x", $n: Int = 1)')).toContain(
      '= "REDACTED", $n: Int = 1)',
    );
    expect(redactText('<user name="ada" token="x">')).toBe('<user name="ada" token="REDACTED">');
  });
});

describe('a text without secrets', () => {
  it.each([
    '{"id":12345678901234567890, "n":1.10,"a":"\\u0041\\/","b":[1,\n2]}',
    'Invalid token: sign in again, key: 5',
    'https://h.test/a?q=a+b%20c&e=%E2%82%AC',
    '}{][,":',
    '',
  ])('stays as it is: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe('a URL', () => {
  it('loses its user, and what its query and its fragment hold', () => {
    const url = 'https://ada:pw@h.test/a;b?q=1&token=x&to=https%3A%2F%2Fh.test%2F%3Fsig%3Dx#access_token=x';
    expect(redactUrl(url)).toBe(
      'https://h.test/a;b?q=1&token=REDACTED&to=https%3A%2F%2Fh.test%2F%3Fsig%3DREDACTED#access_token=REDACTED',
    );
  });

  it.each(['/a?b', '/a?token=', '?', '', '/a?=x', '/token/x'])('stays as it is: %j', (url) => {
    expect(redactUrl(url)).toBe(url);
  });
});

describe('headers', () => {
  it('keep the values of those that are known to be harmless, and no cookie', () => {
    const headers = {
      Authorization: 'Bearer x',
      Cookie: 'a=x',
      'Set-Cookie': 'a=x',
      'X-Own': 'x',
      Accept: 'a/b',
    };
    expect(redactHeaders(headers)).toEqual({ accept: 'a/b', authorization: 'REDACTED', 'x-own': 'REDACTED' });
  });

  it('stand in the order of their names', () => {
    expect(Object.keys(redactHeaders({ b: '1', A: '2', c: '3' }))).toEqual(['a', 'b', 'c']);
  });

  it('have their URLs redacted', () => {
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

describe('of texts that are made up', () => {
  const names = fc.constantFrom('password', 'accessToken', 'api_key', 'clientSecret', 'sid');
  const secret = fc.string({ unit: 'binary', minLength: 4 }).map((text) => `hunter2${text}`);
  const runs = { numRuns: effort(200, 5000) };

  it('none has a secret left behind a name in JSON, however deep and however often it is written as a text', () => {
    const wrap = [
      (value: unknown) => ({ a: value }),
      (value: unknown) => [1, value, 'b'],
      (value: unknown) => ({ text: JSON.stringify(value) }),
      (value: unknown) => `data: ${JSON.stringify(value)}\n`,
    ];
    const wraps = fc.array(fc.constantFrom(...wrap), { maxLength: 5 });
    fc.assert(
      fc.property(names, secret, wraps, (name, value, around) => {
        const whole = around.reduce<unknown>((inner, put) => put(inner), { [name]: value });
        expect(redactText(JSON.stringify(whole))).not.toContain('hunter2');
      }),
      runs,
    );
  });

  it('none changes when it is redacted once more', () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.tuple(names, fc.json()).map(([name, json]) => `{"${name}":${json}}`),
    );
    fc.assert(
      fc.property(text, (given) => {
        const [once, url] = [redactText(given), redactUrl(given)];
        expect([redactText(once), redactUrl(url)]).toEqual([once, url]);
      }),
      runs,
    );
  });

  it('each that is JSON is JSON afterwards', () => {
    fc.assert(
      fc.property(names, fc.json(), (name, json) => {
        expect(() => JSON.parse(redactText(`{"${name}":${json},"b":${json}}`))).not.toThrow();
      }),
      runs,
    );
  });
});
