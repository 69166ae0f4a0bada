import { describe, expect, it } from 'vitest';
import { type CallOptions } from '../../../lib/index.js';
import { createTestClient, stubFetch } from '../../support/client.js';

/** Sends one call with these fetch options at client, endpoint and call. */
const sentOptions = async (...levels: unknown[]): Promise<RequestInit> => {
  const [client, endpoint, call] = levels.map((fetchOptions): object => ({ fetchOptions }));
  const fetch = stubFetch();
  await createTestClient({ fetch, ...client!, endpoint: endpoint! }).api.call({}, call);
  return fetch.lastInit;
};

describe('fetchOptions of the three levels (rules.md#the-client)', () => {
  it.each<[string, unknown[], object]>([
    [
      'they merge field by field',
      [{ mode: 'cors', cache: 'no-store' }, { cache: 'reload' }, { keepalive: true }],
      { mode: 'cors', cache: 'reload', keepalive: true },
    ],
    [
      'the call wins',
      [{ credentials: 'include' }, {}, { credentials: 'same-origin' }],
      { credentials: 'same-origin' },
    ],
    [
      'undefined leaves the level below',
      [{ credentials: 'include' }, {}, { credentials: undefined }],
      { credentials: 'include' },
    ],
    [
      'no fetchOptions leave the levels below',
      [{ redirect: 'error' }, undefined, undefined],
      { redirect: 'error' },
    ],
    ['a null is a value', [{ window: 1 }, {}, { window: null }], { window: null }],
  ])('%s', async (_rule, levels, expected) => {
    expect(await sentOptions(...levels)).toMatchObject(expected);
  });

  it('what homing sets itself can not be smuggled in', async () => {
    const smuggled = { method: 'DELETE', headers: { a: '1' }, body: 'x', signal: AbortSignal.abort() };
    const init = await sentOptions(smuggled, smuggled, smuggled);
    expect(init).toMatchObject({ method: 'GET', body: null, signal: null });
    expect([...new Headers(init.headers)]).toEqual([]);
  });

  it('none are handed to fetch when none are configured', async () => {
    const init = await sentOptions();
    expect(Object.keys(init).sort()).toEqual(['body', 'headers', 'method', 'signal']);
  });
});

describe('options that can not be used (rules.md#the-client)', () => {
  it.each<[string, unknown, RegExp]>([
    ['a string as options', 'options', /The options argument is a string: pass an object/],
    [
      'a number as options, as Array.prototype.map passes it',
      0,
      /The options argument is a number: pass an object/,
    ],
    [
      'a header that is a function',
      { headers: { 'X-Key': () => 's3cret' } },
      /"X-Key" is a function: pass a valid header name/,
    ],
    ['a pair whose value is a function', { headers: [['X-Key', () => 's3cret']] }, /"X-Key" is a function/],
    ['headers that are a text', { headers: 'a: b' }, /headers is a string/],
  ])('%s is refused by name, and nothing is sent', async (_what, options, sentence) => {
    const fetch = stubFetch();
    const { error } = await createTestClient({ fetch }).api.call({}, options as CallOptions);
    expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
    expect(error?.message).toMatch(sentence);
    expect(error?.message).not.toContain('s3cret');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('one option that cannot be used leaves the others as they are', async () => {
    const seen: unknown[] = [];
    const onError = (_error: unknown, { context }: { context: object }) => void seen.push({ ...context });
    const { api } = createTestClient({ onError, context: { app: 'x' } });
    const context = { user: 'ada' };
    await api.call({}, { context, headers: { 'bad name': 'x' } });
    await api.call({}, { context, query: { at: new Date(0) as never } });
    await api.call({}, { context, middleware: 5 as never });
    await api.call({ at: new Date(0) }, { context });
    const whole = { app: 'x', user: 'ada' };
    expect(seen).toEqual([whole, whole, whole, whole]);
  });

  it('a call that cannot be sent names the first of several options that cannot be used', async () => {
    const options = { headers: { 'bad name': 'x' }, query: { at: new Date(0) as never } };
    expect((await createTestClient().api.call({}, options)).error?.message).toContain('"bad name"');
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['{}', {}],
    ['all undefined', { headers: undefined, timeout: undefined, signal: undefined, middleware: undefined }],
    ['a null signal, as fetch takes it', { signal: null }],
  ])('%s is the same as no options', async (_what, options) => {
    expect((await createTestClient().api.call({}, options as CallOptions)).error).toBeNull();
  });
});
