import { describe, expect, it } from 'vitest';
import { headersToSend } from '../../lib/node/request-headers.js';

const facts = { method: 'GET', target: { secure: false }, cache: undefined, body: null };

const added = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
};

describe('the sent headers of a request', () => {
  it("match the platform's fetch if the caller sets none", () => {
    expect(headersToSend([], facts)).toEqual(added);
  });

  it('keep the spelling of the caller, and are not added in another spelling', () => {
    const given = ['X-Key', '1', 'Accept', 'text/css', 'USER-AGENT', 'spec', 'Accept-Encoding', 'br'];
    expect(headersToSend(given, facts)).toEqual({
      'X-Key': '1',
      Accept: 'text/css',
      'USER-AGENT': 'spec',
      'Accept-Encoding': 'br',
      'accept-language': '*',
      'sec-fetch-mode': 'cors',
    });
  });

  it('accept more codings over TLS, because no proxy can misread them', () => {
    expect(headersToSend([], { ...facts, target: { secure: true } })['accept-encoding']).toMatch(
      /^br, gzip, deflate/,
    );
  });

  it('describe the body, unless the caller does', () => {
    const body = { type: 'text/css', length: 3 };
    expect(headersToSend([], { ...facts, body })).toEqual({
      ...added,
      'content-type': 'text/css',
      'content-length': '3',
    });
    const given = ['Content-Type', 'a', 'Content-Length', '4'];
    expect(headersToSend(given, { ...facts, body })).toEqual({
      ...added,
      'Content-Type': 'a',
      'Content-Length': '4',
    });
  });

  const fresh = { ...added, pragma: 'no-cache', 'cache-control': 'no-cache' };

  it.each(['if-none-match', 'If-Modified-Since', 'if-unmodified-since', 'IF-MATCH', 'if-range'])(
    'request a fresh response from every cache with %s, unless the caller sets cache headers',
    (name) => {
      expect(headersToSend([name, 'x'], facts)).toEqual({ [name]: 'x', ...fresh });
      expect(headersToSend([name, 'x'], { ...facts, cache: 'default' })).toEqual({ [name]: 'x', ...fresh });
      expect(headersToSend([name, 'x'], { ...facts, cache: 'force-cache' })).toEqual({
        [name]: 'x',
        ...added,
      });
      const given = [name, 'x', 'Pragma', 'a', 'Cache-Control', 'b'];
      expect(headersToSend(given, facts)).toEqual({
        [name]: 'x',
        ...added,
        Pragma: 'a',
        'Cache-Control': 'b',
      });
    },
  );

  it('omit an unknown length, and declare 0 if the method expects a body', () => {
    const body = { type: null, length: undefined };
    expect(headersToSend([], { ...facts, method: 'POST', body })).toEqual(added);
    expect(headersToSend([], { ...facts, method: 'PUT' })).toEqual({ ...added, 'content-length': '0' });
  });
});
