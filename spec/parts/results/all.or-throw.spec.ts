import { describe, expect, it } from '@jest/globals';
import { ApiError, orThrow, type Result } from '../../../lib/index.js';
import { errorResult, successResult } from '../../../lib/testing.js';
import { answering, oneEndpoint } from '../../support/one-endpoint.js';
import { secondCopy } from '../../support/second-copy.js';

const user = { name: 'Ada' };

describe('orThrow (rules.md#from-result-to-code-that-goes-on)', () => {
  it('gives the data of a success, at once', () => {
    expect(orThrow(successResult(user))).toBe(user);
  });

  it.each([null, undefined, 0, '', false])('gives data that are %p', (data) => {
    expect(orThrow(successResult(data))).toBe(data);
  });

  it('throws the error of a failure, the very one', () => {
    const failed = errorResult(404);
    let thrown: unknown;
    try {
      orThrow(failed);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBe(failed.error);
  });

  it('gives a promise of the data of a call', async () => {
    expect(await orThrow(oneEndpoint({ fetch: answering(user) }).call())).toEqual(user);
  });

  it('gives a promise that rejects with the error of a call', async () => {
    const promise = orThrow(oneEndpoint({ fetch: answering({}, { status: 503 }) }).call());
    await expect(promise).rejects.toMatchObject({ name: 'ApiError', kind: 'http', status: 503 });
  });

  it('takes any thenable', async () => {
    const result = successResult(user);
    const thenable: PromiseLike<Result<typeof user>> = {
      then: (...args) => Promise.resolve(result).then(...args),
    };
    expect(await orThrow(thenable)).toBe(user);
  });

  it('rejects with what the promise rejects with', async () => {
    const mine = new Error('mine');
    await expect(orThrow(Promise.reject(mine))).rejects.toBe(mine);
  });

  it('throws the error of another copy of the package as it is', () => {
    const error = new (secondCopy().ApiError)({ kind: 'abort', request: { method: 'GET', url: '/' } });
    expect(() => orThrow({ data: null, error } as never)).toThrow(error);
  });

  it('throws an ApiError for an error that somebody built by half', () => {
    const built = { data: null, error: { kind: 'http', status: 418 } } as never;
    expect(() => orThrow(built)).toThrow(ApiError);
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a function', () => successResult(1)],
    ['a Response', new Response()],
    ['data alone', user],
  ])('refuses what is no Result by name: %s', async (_what, value) => {
    expect(() => orThrow(value as never)).toThrow(/which is no Result: pass what a call gives\.$/);
    await expect(orThrow(Promise.resolve(value) as never)).rejects.toThrow(TypeError);
  });
});
