import { describe, expect, it } from '@jest/globals';
import { type CallOptions, Request } from '../../../lib/index.js';
import { answering, oneEndpoint } from '../../support/one-endpoint.js';

describe('contract 3, 6: options that can not be used', () => {
  it.each<[string, unknown, RegExp]>([
    ['a string as options', 'options', /second argument.*a string/],
    ['a number as options, as Array.prototype.map passes it', 0, /second argument.*a number/],
    ['a header that is an object', { headers: { 'X-Filter': { a: 1 } } }, /"X-Filter"/],
    ['a header that is a symbol', { headers: { 'X-Filter': Symbol('s') } }, /"X-Filter"/],
    [
      'a header that is a function',
      { headers: { 'X-Key': () => 's3cret' } },
      /"X-Key" is a function: pass text/,
    ],
    ['a header that is a class', { headers: { 'X-Key': Request } }, /"X-Key" is a function/],
    ['a pair whose value is a function', { headers: [['X-Key', () => 's3cret']] }, /"X-Key" is a function/],
    ['a signal that is a string', { signal: 's3cret' }, /signal is a string/],
    ['a signal that is an object', { signal: { aborted: false } }, /signal is an Object/],
    ['a timeout that is a string', { timeout: '5s' }, /timeout is a string/],
    ['a timeout that is a bigint', { timeout: 5n }, /timeout is a bigint/],
  ])('%s is refused by name, and nothing is sent', async (_what, options, sentence) => {
    const fetch = answering();
    const { error } = await oneEndpoint({ fetch }).call({}, options as CallOptions);
    expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
    expect(error?.message).toMatch(sentence);
    expect(error?.message).not.toContain('s3cret');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('takes null for a signal, as fetch does', async () => {
    expect((await oneEndpoint().call({}, { signal: null })).error).toBeNull();
  });
});
