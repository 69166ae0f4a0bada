import { describe, expect, it, jest } from '@jest/globals';
import type { ApiError, Middleware } from '../../../lib/index.js';
import { errorResult, successResult } from '../../../lib/testing.js';
import { answering, deaf, heeding, oneEndpoint, rejecting } from '../../support/one-endpoint.js';
import { explosiveProxy, revokedProxy, withGetter } from '../../support/hostile-values.js';

type Setup = NonNullable<Parameters<typeof oneEndpoint>[0]>;
type Options = Parameters<ReturnType<typeof oneEndpoint>['call']>[1];

const reports = async (setup: Setup, options: Options = {}) => {
  const onError = jest.fn<(error: ApiError) => unknown>();
  const result = await oneEndpoint({ ...setup, client: { ...setup.client, onError } }).call({}, options);
  return { result, errors: onError.mock.calls.map(([error]) => error) };
};

describe('onError (rules.md#errors)', () => {
  it.each<[string, Setup, Options]>([
    ['network', { fetch: rejecting(1) }, {}],
    ['network', { endpoint: { path: '/:missing' } }, {}],
    ['network', {}, { headers: { 'x y': '1' } }],
    ['http', { fetch: answering(null, { status: 404 }) }, {}],
    ['parse', { fetch: answering(null) }, {}],
    ['timeout', { fetch: deaf() }, { timeout: 1 }],
    ['timeout', { fetch: heeding() }, { timeout: 1 }],
    ['middleware', {}, { middleware: [() => Promise.reject(new Error('mine'))] }],
  ])("is called once, with the Result's error, for '%s'", async (kind, setup, options) => {
    const { result, errors } = await reports(setup, options);
    expect(result.error?.kind).toBe(kind);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBe(result.error);
  });

  it.each<[string, Setup, AbortSignal]>([
    ['before the call', {}, AbortSignal.abort()],
    ['during the call', { fetch: heeding() }, AbortSignal.timeout(1)],
  ])("is never called for 'abort' %s", async (_when, setup, signal) => {
    const { result, errors } = await reports(setup, { signal });
    expect(result.error?.kind).toBe('abort');
    expect(errors).toEqual([]);
  });

  it('is not called for a success', async () => {
    expect((await reports({})).errors).toEqual([]);
  });

  it('sees the final outcome only: not an error that a middleware mended', async () => {
    const mend: Middleware = async (_ctx, next) => (await next(), successResult('mended'));
    expect((await reports({ fetch: rejecting(1) }, { middleware: [mend] })).errors).toEqual([]);
  });

  it('is called once for a call of several attempts', async () => {
    const twice: Middleware = async (_ctx, next) => (await next(), next());
    expect((await reports({ fetch: rejecting(1) }, { middleware: [twice] })).errors).toHaveLength(1);
  });

  it('sees an error Result of a middleware', async () => {
    const own = errorResult(418);
    const { errors } = await reports({}, { middleware: [() => Promise.resolve(own)] });
    expect(errors).toEqual([own.error]);
  });

  it('is called again when a retry() fails', async () => {
    const onError = jest.fn();
    const result = await oneEndpoint({ fetch: rejecting(1), client: { onError } }).call();
    await result.retry();
    expect(onError).toHaveBeenCalledTimes(2);
  });

  it('has been called when the call resolves', async () => {
    const onError = jest.fn();
    await oneEndpoint({ fetch: rejecting(1), client: { onError } }).call();
    expect(onError).toHaveBeenCalledTimes(1);
  });
});

describe('an onError that fails (rules.md#errors)', () => {
  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('broken handler');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken handler'))],
    ['never settles', () => new Promise(() => {})],
    ['returns a thenable that never settles', () => ({ then: () => {} })],
    ['returns an object with a throwing then', () => withGetter('then', {})],
    ['returns a revoked proxy', revokedProxy],
    ['returns a proxy that throws', explosiveProxy],
  ])('and %s changes nothing, and is no unhandled rejection', async (_how, onError) => {
    const { error } = await oneEndpoint({ fetch: rejecting(1), client: { onError } }).call();
    // Jest fails a case in whose time a rejection stays unhandled.
    await new Promise((resolve) => setImmediate(resolve));
    expect(error?.kind).toBe('network');
  });
});
