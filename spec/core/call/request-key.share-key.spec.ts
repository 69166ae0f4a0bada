import { describe, expect, it } from '@jest/globals';
import { shareKey } from '../../../lib/core/call/request-key.js';
import { createApi, defineRequest } from '../../../lib/index.js';
import { OutgoingRequest } from '../../../lib/core/call/outgoing-request.js';

const endpoint = {
  method: 'GET',
  path: '/a',
  urlTemplate: '/a',
  operation: '',
  label: undefined,
  responseType: 'json',
  schema: undefined,
  streams: false,
  json: {},
};

const owner = { ownSignal: undefined, note: () => undefined, pauseAttempt: () => () => undefined };

const outgoing = () => new OutgoingRequest(endpoint, 'https://api.test/a', {}, undefined, owner);

const keyOf = (headers: Record<string, string>, options: object = {}, body: BodyInit | null = null) => {
  const request = outgoing();
  request.prepare({ body, headers, fetchOptions: options });
  return shareKey(request, 'scope', []);
};

describe('the share key (rules.md#share)', () => {
  it('does not depend on the order of headers, of which there may be many', () => {
    const names = ['x-c', 'x-a', 'x-d', 'x-b'];
    const inOrder = (list: string[]) => Object.fromEntries(list.map((name) => [name, '1']));
    const keys = [names, [...names].reverse(), [...names].sort()].map((list) => keyOf(inOrder(list)));
    expect(new Set(keys).size).toBe(1);
  });

  it('is the same for a record and for Headers with the same fields', () => {
    const request = outgoing();
    request.prepare({
      body: null,
      headers: { 'x-b': '2', 'x-a': '1' },
      fetchOptions: {},
    });
    expect(request.headers.get('x-a')).toBe('1');
    expect(shareKey(request, 'scope', [])).toBe(keyOf({ 'x-a': '1', 'x-b': '2' }));
  });

  it('leaves out options that are undefined', () => {
    expect(keyOf({}, { cache: undefined })).toBe(keyOf({}));
  });

  it('compares options that are null', () => {
    expect(keyOf({}, { window: null })).not.toBe(keyOf({}));
    expect(keyOf({}, { window: null })).toBeDefined();
  });

  it.each([{ dispatcher: {} }, { priority: Symbol('high') }, { size: 1n }, { agent: () => 1 }])(
    'is not there for an option that is no string, number, boolean or null',
    (options) => {
      expect(keyOf({}, options)).toBeUndefined();
    },
  );
});

describe('a fetch option that homing sends its own in the place of', () => {
  it.each([
    { signal: new AbortController().signal },
    { method: 'PUT' },
    { headers: new Headers() },
    { body: new Blob() },
  ])('counts for nothing: %p', (options) => {
    expect(keyOf({}, options)).toBe(keyOf({}));
  });
});

describe('a shared response that nobody reads', () => {
  it.each(['a body', null])('comes home to all callers, with %s for a body', async (body) => {
    let sent = 0;
    const api = createApi({
      baseUrl: 'https://api.test',
      fetch: async () => {
        sent += 1;
        return new Response(body);
      },
      requests: {
        ping: defineRequest<undefined>()({ method: 'GET', path: '/', share: true, responseType: 'none' }),
      },
    });
    const results = await Promise.all([api.ping(), api.ping(), api.ping()]);
    expect(results.map(({ error }) => error)).toEqual([null, null, null]);
    expect(sent).toBe(1);
  });
});

describe('a header that a middleware set to something with a text', () => {
  it('counts by that text', () => {
    const keys = ['ann', 'ben'].map((user) => {
      const request = outgoing();
      const hidden = Object.defineProperty({}, 'toString', { value: () => user });
      request.headers = { authorization: hidden } as never;
      return shareKey(request, 'scope', []);
    });
    expect(new Set(keys).size).toBe(2);
  });
});
