import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { logMiddleware } from '../../../lib/index.js';
import { answering } from '../../support/answering.js';
import { printed } from '../../support/printed.js';

afterEach(() => void jest.restoreAllMocks());

/** The query that is printed for this one. */
const shown = async (query: string, redact: readonly string[] | undefined) => {
  const lines = printed();
  const { api } = answering([logMiddleware({ redact })], { baseUrl: `http://api.test/v1?${query}` });
  await api.read();
  return String(lines[0]).replace(/^.*?things\?/, '');
};

describe('redact', () => {
  it('is none by default: the URL is printed whole', async () => {
    expect(await shown('token=a&page=2', undefined)).toBe('token=a&page=2');
    expect(await shown('token=a&page=2', [])).toBe('token=a&page=2');
  });

  it.each([
    ['the first', 'token=a&page=2', 'token=…&page=2'],
    ['the last', 'page=2&token=a', 'page=2&token=…'],
    ['a repeated', 'token=a&token=b', 'token=…&token=…'],
    ['an empty', 'token=&page=2', 'token=…&page=2'],
    ['an encoded', '%74oken=a', '%74oken=…'],
    ['a value with =', 'token=a=b', 'token=…'],
    ['a value with ?', 'token=a?b', 'token=…'],
  ])('replaces the value of %s param', async (_which, query, line) => {
    expect(await shown(query, ['token'])).toBe(line);
  });

  it.each(['api+key=a', 'api%20key=a'])('knows the name with a space in %s', async (query) => {
    expect(await shown(query, ['api key'])).toBe(query.replace(/=.*/, '=…'));
  });

  it.each(['Token=a', 'tokens=a', 'my_token=a', 'token', 'page=token'])(
    'leaves %s as it is',
    async (query) => {
      expect(await shown(query, ['token'])).toBe(query);
    },
  );

  it('takes a name that can not be decoded as it is', async () => {
    expect(await shown('%zz=a&%=b', ['%zz', '%'])).toBe('%zz=…&%=…');
  });

  it('replaces the values of several params', async () => {
    expect(await shown('a=1&b=2&c=3', ['a', 'c'])).toBe('a=…&b=2&c=…');
  });

  it('changes nothing but what is printed', async () => {
    printed();
    const { api, arrived } = answering([logMiddleware({ redact: ['a'] })]);
    await api.read({ a: 1 });
    expect(arrived[0]?.url).toBe('http://api.test/things?a=1');
  });

  it("holds for a client's log too", async () => {
    const lines = printed();
    await answering([], { log: { redact: ['a'] } }).api.read({ a: 1 });
    expect(lines[0]).toEqual(['[homing] → GET read http://api.test/things?a=…']);
  });
});
