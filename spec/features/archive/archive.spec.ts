import { describe, expect, it } from 'vitest';
import {
  base64Of,
  type ExchangeBody,
  harEntry,
  harOf,
  redactedBody,
  textOfBytes,
} from '../../../lib/features/archive/archive.js';

const REQUEST = {
  method: 'POST',
  url: 'https://a.test/x?q=1&sig=s#y',
  headers: { 'Content-Type': 'application/json' },
};

const posted = (body: ExchangeBody | undefined, type = 'application/json') =>
  harEntry({ request: { ...REQUEST, headers: { 'content-type': type }, body } }).request.postData;

describe('an entry of an archive', () => {
  it('contains the redacted request without its fragment', () => {
    const { request } = harEntry({ request: REQUEST });
    expect(request).toEqual({
      method: 'POST',
      url: 'https://a.test/x?q=1&sig=REDACTED',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [{ name: 'content-type', value: 'application/json' }],
      queryString: [
        { name: 'q', value: '1' },
        { name: 'sig', value: 'REDACTED' },
      ],
      headersSize: -1,
      bodySize: -1,
    });
  });

  it.each<[string, ExchangeBody | undefined, string, unknown]>([
    ['none', undefined, 'a/b', undefined],
    ['JSON', { text: '{"pin":1}' }, 'application/json', { text: '{"pin":0}' }],
    ['a form', { text: 'code=1&a=b' }, 'application/x-www-form-urlencoded', { text: 'code=REDACTED&a=b' }],
    ['bytes, with their type', { text: 'QQ==', encoding: 'base64' }, 'a/b', {}],
    ['a string, with its type', { text: 'hunter2' }, 'text/plain', {}],
    [
      'fields',
      {
        fields: [
          { name: 'key', value: 'x' },
          { name: 'f', fileName: 'x.txt', contentType: 'text/plain' },
        ],
      },
      'multipart/form-data',
      {
        params: [
          { name: 'key', value: 'REDACTED' },
          { name: 'f', fileName: 'x.txt', contentType: 'text/plain' },
        ],
      },
    ],
  ])('contains the sent body: %s', (_, body, mimeType, written) => {
    expect(posted(body, mimeType)).toEqual(written && { mimeType, ...written });
  });

  it('contains the response body with its type and its size', () => {
    const headers = { 'content-type': 'text/plain' };
    const content = (body: ExchangeBody | undefined) =>
      harEntry({ request: REQUEST, response: { status: 200, headers, body } }).response.content;
    expect(content({ text: '[1]' })).toEqual({ size: 3, mimeType: 'text/plain', text: '[1]' });
    expect(content({ text: 'ab' })).toEqual({ size: 2, mimeType: 'text/plain' });
    expect(content({ text: 'QUI=', encoding: 'base64' })).toEqual({ size: 2, mimeType: 'text/plain' });
    expect(content({ size: 9 })).toEqual({ size: 9, mimeType: 'text/plain' });
    expect(content(undefined)).toEqual({ size: 0, mimeType: 'text/plain', text: '' });
  });

  it('contains the bodies of the types that are kept unredacted', () => {
    const show = (body: ExchangeBody, type: string) => redactedBody(body, type, ['a/b', 'text/plain']);
    const headers = { 'content-type': 'Text/Plain; charset=utf-8' };
    const response = { status: 200, headers, body: { text: '{"pin":1' } };
    const body: ExchangeBody = { text: 'QQ==', encoding: 'base64' };
    const sent = { ...REQUEST, headers: { 'content-type': 'a/b' }, body };
    const entry = harEntry({ request: sent, response }, show);
    expect(entry.request.postData).toEqual({ mimeType: 'a/b', text: 'QQ==', _encoding: 'base64' });
    expect(entry.response.content.text).toBe('{"pin":1');
  });

  it('has status 0 where there was no answer', () => {
    expect(harEntry({ request: REQUEST }).response).toMatchObject({ status: 0, statusText: '', headers: [] });
  });

  it('is the same when its input is already redacted', () => {
    const body = { text: '{"pin":1,"token":"x"}' };
    const once = harEntry({ request: { ...REQUEST, body } });
    const again = harEntry({
      request: { ...REQUEST, url: once.request.url, body: { text: once.request.postData!.text! } },
    });
    expect(again).toEqual(once);
  });

  it('is part of an archive of version 1.2', () => {
    const entry = harEntry({ request: REQUEST });
    expect(harOf([entry])).toEqual({
      log: { version: '1.2', creator: { name: 'homing', version: '5' }, entries: [entry] },
    });
  });
});

describe('bytes', () => {
  it.each([
    ['text', [0x61, 0xc3, 0xa9], { text: 'aé' }],
    ['text with its byte order mark', [0xef, 0xbb, 0xbf, 0x61], { text: '\ufeffa' }],
    ['base64 if they are not text', [0xff, 0x00], { text: '/wA=', encoding: 'base64' }],
    ['an empty string', [], { text: '' }],
  ])('are kept as %s', (_, bytes, kept) => {
    expect(textOfBytes([new Uint8Array(bytes)])).toEqual(kept);
  });

  it('are kept without a character that was cut at their end', () => {
    const bytes = new Uint8Array([0x61, 0xe2, 0x82]);
    expect(textOfBytes([bytes], true)).toEqual({ text: 'a' });
    expect(textOfBytes([bytes])).toEqual({ text: 'YeKC', encoding: 'base64' });
  });

  it('can be half a million', () => {
    const bytes = new Uint8Array(500_000).fill(255);
    expect(atob(base64Of(bytes))).toHaveLength(bytes.length);
  });
});
