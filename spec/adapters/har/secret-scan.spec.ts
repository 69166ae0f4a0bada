import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { assertNoSecrets } from '../../../lib/adapters/har/secret-scan.js';
import { base64Of, harEntry } from '../../../lib/features/archive/archive.js';
import { draws } from '../../support/effort.js';

const holding = (text: string) =>
  harEntry(
    {
      request: { method: 'GET', url: '/', headers: {} },
      response: { status: 200, headers: {}, body: { text } },
    },
    (body) => body,
  );

const isFound = (text: string, ...secrets: string[]): boolean => {
  try {
    assertNoSecrets([holding('fine'), holding(text)], secrets);
    return false;
  } catch {
    return true;
  }
};

const html = (text: string): string => text.replace(/[^a-z]/gi, (char) => `&#${char.codePointAt(0)};`);
const named = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const base64 = (text: string): string => base64Of(new TextEncoder().encode(text));
const all = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const escaped = (text: string): string =>
  text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('a secret in an entry (rules.md#tapes)', () => {
  const SECRET = 'p<&"\\ss +w/rd';

  it.each<[string, (text: string) => string]>([
    ['unencoded', (text) => text],
    ['percent-encoded', encodeURIComponent],
    ['with all characters percent-encoded', all],
    ['in form encoding', (text) => new URLSearchParams({ a: text }).toString()],
    ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
    ['in JSON', JSON.stringify],
    ['in JSON in JSON', (text) => JSON.stringify(JSON.stringify(text))],
    ['in JSON with escaped slashes', (text) => JSON.stringify(text).replaceAll('/', '\\/')],
    ['in JSON with numeric escapes', escaped],
    ['in HTML with numeric references', html],
    ['in HTML with named references', named],
    ['in HTML in JSON in a query', (text) => encodeURIComponent(JSON.stringify(named(text)))],
    ['in base64', base64],
    ['in base64url', (text) => base64(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')],
    ['in base64 after a byte', (text) => base64(`a${text}`)],
    ['in base64 after two bytes', (text) => base64(`ab${text}c`)],
    ['in base64 of credentials', (text) => `Basic ${base64(`ada:${text}`)}`],
    ['in base64 with line breaks', (text) => base64(`ada:${text}`).replace(/.{4}/g, '$&\r\n')],
    ['in base64 in a query', (text) => encodeURIComponent(base64(text))],
    ['in base64 after letters of its alphabet', (text) => `key_${base64(text)}`],
    ['in base64 twice', (text) => base64(base64(text))],
    ['percent-encoded in base64', (text) => base64(`a=${encodeURIComponent(text)}`)],
    ['in JSON in base64', (text) => base64(JSON.stringify({ a: text }))],
    ['percent-encoded in JSON in base64 in base64', (text) => base64(base64(JSON.stringify([all(text)])))],
    ['percent-encoded nine times', (text) => Array(9).fill(0).reduce<string>(encodeURIComponent, text)],
    [
      'in JSON nine times',
      (text) =>
        Array(9)
          .fill(0)
          .reduce<string>((inner) => JSON.stringify(inner), text),
    ],
  ])('is found %s', (_, encode) => {
    expect(isFound(`before ${encode(SECRET)} after`, SECRET)).toBe(true);
    expect(isFound(`before ${encode('another one')} after`, SECRET)).toBe(false);
  });

  it.each([
    '-----BEGIN KEY-----\nTUlJRXZR\n-----END KEY-----\n',
    'a\tb\r\nc',
    'a\u0000\u0085b',
    ']^\\\u001b-\n',
  ])('is found in base64 if it has control characters: %j', (secret) => {
    expect(isFound(`before ${base64(`\u0001é${secret}`)} after`, secret)).toBe(true);
    expect(isFound(`before ${base64(secret.replaceAll(/\p{Cc}/gu, ' '))} after`, secret)).toBe(false);
  });

  it('is found percent-encoded twice if it contains a percent escape itself', () => {
    expect(isFound(encodeURIComponent(encodeURIComponent('%00   !')), '%00   !')).toBe(true);
  });

  it('is found in any nested encodings', () => {
    const encodings = fc.constantFrom(encodeURIComponent, all, JSON.stringify, html, named, escaped, base64);
    const secrets = fc.string({ minLength: 4 }).filter((text) => text.trim().length > 3);
    fc.assert(
      fc.property(secrets, fc.array(encodings, { maxLength: 3 }), (secret, around) => {
        const text = around.reduce((inner, encode) => encode(inner), secret);
        expect(isFound(`<p>${text}</p>`, secret)).toBe(true);
      }),
      draws(300, 5000),
    );
  });

  it('is reported by its index and its location, without its value', () => {
    const refusing = () => assertNoSecrets([holding('fine'), holding('hunter2')], ['other', 'hunter2']);
    expect(refusing).toThrow(
      'The tape was not written: secrets[1] is in the response of entry 2. Remove it with `redact`.',
    );
    expect(refusing).not.toThrow('hunter2');
  });

  it('is found in a field that only `redact` adds', () => {
    const entry = { ...holding('fine'), comment: 'hunter2' };
    expect(() => assertNoSecrets([entry], ['hunter2'])).toThrow(
      'The tape was not written: secrets[0] is in the comment of entry 1. Remove it with `redact`.',
    );
  });

  it.each([
    ['percent-encoded', `%${'25'.repeat(200_000)}`],
    ['in JSON', '\\u005c'.repeat(1) + 'u005c'.repeat(100_000)],
    ['in JSON, halved each time', '\\'.repeat(400_000)],
    ['in HTML', `&${'amp;'.repeat(100_000)}`],
    ['base64', 'QUFB'.repeat(100_000)],
  ])('is searched in linear time in a deeply encoded text: %s', (_, text) => {
    expect(isFound(text, 'hunter2')).toBe(false);
  });

  it('is assumed in a text with too many alternating encodings', () => {
    const refusing = () => assertNoSecrets([holding(`%5c${'u00255c'.repeat(2000)}`)], ['hunter2']);
    expect(refusing).toThrow(
      'The tape was not written: the response of entry 1 has too many encodings to search for secrets. Remove it with `redact`.',
    );
  });
});
