import { describe, expect, it } from 'vitest';
import { type OpenTelemetryOptions, readOptions } from '../../../lib/adapters/otel/options.js';
import { openTelemetry } from '../../../lib/entries/otel.js';

/** Whether a request can carry the trace, on a server, or in a page with this URL. */
const mayCarry = (
  propagate: unknown,
  url: string,
  { urlTemplate = 'https://api.test/v2/:id', page }: { urlTemplate?: string; page?: string } = {},
): boolean => {
  const location = () => (page === undefined ? undefined : new URL(page));
  return readOptions({ propagate } as OpenTelemetryOptions, location).mayCarry(new URL(url), urlTemplate);
};

describe('an invalid option of openTelemetry', () => {
  it.each<[object, string]>([
    [{ propagate: 'all' }, "propagate is a string: pass 'same-origin', an array of origins or a function."],
    [{ propagate: true }, "propagate is true: pass 'same-origin', an array of origins or a function."],
    [
      { propagate: ['api.test'] },
      'propagate[] is a string: pass an origin such as "https://a.example", or a RegExp.',
    ],
    [
      { propagate: ['mailto:a@b'] },
      'propagate[] is a string: pass an origin such as "https://a.example", or a RegExp.',
    ],
    [{ propagate: [7] }, 'propagate[] is 7: pass an origin such as "https://a.example", or a RegExp.'],
    [{ redactQuery: 'token' }, "redactQuery is a string: pass an array or 'all'."],
    [{ attributes: {} }, 'attributes is an Object: pass a function.'],
  ])('%j throws a TypeError that names it', (options, sentence) => {
    expect(() => openTelemetry(options)).toThrow(new TypeError(`openTelemetry: ${sentence}`));
  });

  it.each([undefined, null, {}, { propagate: null, redactQuery: undefined, attributes: null }])(
    'is not reported if it is omitted, as in %j',
    (options) => {
      expect(() => openTelemetry(options as never)).not.toThrow();
    },
  );
});

describe('the requests that carry the trace (rules.md#tracing)', () => {
  it.each([undefined, 'same-origin'])(
    'are the requests to the origin of baseUrl on a server, with %j',
    (propagate) => {
      expect(mayCarry(propagate, 'https://api.test/v2/1')).toBe(true);
      expect(mayCarry(propagate, 'https://api.test/', { urlTemplate: 'HTTPS://API.test:443' })).toBe(true);
      expect(mayCarry(propagate, 'https://api.test:8443/v2/1')).toBe(false);
      expect(mayCarry(propagate, 'https://other.test/v2/1')).toBe(false);
      expect(mayCarry(propagate, 'https://other.test/', { urlTemplate: 'no url' })).toBe(false);
    },
  );

  it("are the requests to the page's own origin in a page, whatever the baseUrl", () => {
    const page = 'https://shop.test/cart';
    expect(mayCarry(undefined, 'https://api.test/v2/1', { page })).toBe(false);
    expect(mayCarry(undefined, 'https://shop.test/api/1', { urlTemplate: '/api/:id', page })).toBe(true);
  });

  it('are the requests to listed origins, and to origins that match a pattern', () => {
    const list = ['https://API.test/ignored', 'http://a.test:80', /\.example\.com$/g];
    const urls = [
      'https://api.test/',
      'http://a.test/',
      'https://eu.example.com/',
      'https://eu.example.com/',
    ];
    expect(urls.map((url) => mayCarry(list, url))).toEqual([true, true, true, true]);
    expect(mayCarry(list, 'https://api.test.evil/')).toBe(false);
    expect(mayCarry(list, 'https://evil.test/?https://eu.example.com')).toBe(false);
  });

  it('are the requests for which a function returns true', () => {
    expect(mayCarry(({ pathname }: URL) => pathname === '/a', 'https://x.test/a')).toBe(true);
    expect(mayCarry(() => 1, 'https://x.test/a')).toBe(false);
  });

  it('stay unchanged if the function changes its URL', () => {
    const url = new URL('https://x.test/a');
    const propagate = (given: URL): boolean => ((given.host = 'y.test'), true);
    expect(readOptions({ propagate }).mayCarry(url, '')).toBe(true);
    expect(url.host).toBe('x.test');
  });
});

describe('the secret names in a query (rules.md#tracing)', () => {
  const secretIn = (redactQuery: OpenTelemetryOptions['redactQuery'], ...names: string[]): string[] =>
    names.filter(readOptions({ redactQuery }).isSecret);

  it('include the names in signed URLs', () => {
    const names = [
      ...['X-Amz-Signature', 'X-Amz-Credential', 'X-Amz-Security-Token', 'AWSAccessKeyId'],
      ...['Signature', 'sig', 'X-Goog-Signature'],
    ];
    expect(secretIn(undefined, ...names, 'token', 'signature')).toEqual(names);
  });

  it("include the listed names, or all names with 'all'", () => {
    expect(secretIn(['token'], 'token', 'sig', 'q')).toEqual(['token', 'sig']);
    expect(secretIn('all', 'token', 'q', '')).toEqual(['token', 'q', '']);
  });
});
