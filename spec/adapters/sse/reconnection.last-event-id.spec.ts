import { describe, expect, it } from '@jest/globals';
import { lastEventIdHeader } from '../../../lib/adapters/sse/reconnection.js';

describe('the value of Last-Event-ID (rules.md#server-sent-events)', () => {
  it('is the id', () => {
    expect(lastEventIdHeader('abc 1')).toBe('abc 1');
    expect(lastEventIdHeader('')).toBe('');
  });

  it('is its UTF-8 bytes, a character each, as fetch takes them', () => {
    const value = lastEventIdHeader('…é€豆');
    const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
    expect(new TextDecoder().decode(bytes)).toBe('…é€豆');
    expect(new Headers({ 'last-event-id': value }).get('last-event-id')).toBe(value);
  });

  it('has up to 8192 bytes; there is none for a longer id', () => {
    expect(lastEventIdHeader('x'.repeat(8192))).toHaveLength(8192);
    expect(lastEventIdHeader('x'.repeat(8193))).toBe('');
    expect(lastEventIdHeader('é'.repeat(4096))).toHaveLength(8192);
    expect(lastEventIdHeader('é'.repeat(4097))).toBe('');
  });

  it.each(['\0', '\u0001', '\n', '\r', '\u007f'])(
    'is none for an id with the control character %j',
    (character) => {
      expect(lastEventIdHeader(`a${character}b`)).toBe('');
    },
  );

  it('may have a tab in it', () => {
    expect(lastEventIdHeader('a\tb')).toBe('a\tb');
  });
});
