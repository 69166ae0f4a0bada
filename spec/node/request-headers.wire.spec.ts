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

describe('the headers of a request', () => {
  it('are those of fetch, by name, where the caller gives none', () => {
    expect(headersToSend([], facts)).toEqual(added);
  });

  it('keep the spelling of the caller, and are not added in another', () => {
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

  it('accept more codings where no proxy on the way can stumble over them', () => {
    expect(headersToSend([], { ...facts, target: { secure: true } })['accept-encoding']).toMatch(
      /^br, gzip, deflate/,
    );
  });

  it('say what the body is, unless the caller does', () => {
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
    'ask every cache for a fresh answer with %s, unless the caller says what to do with caches',
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

  it('say no length that nobody knows, and 0 where a body is expected', () => {
    const body = { type: null, length: undefined };
    expect(headersToSend([], { ...facts, method: 'POST', body })).toEqual(added);
    expect(headersToSend([], { ...facts, method: 'PUT' })).toEqual({ ...added, 'content-length': '0' });
  });
});
