import { describe, expect, it } from 'vitest';
import { type CallOptions } from '../../../lib/index.js';
import { createTestClient, setHeaders, stubFetch } from '../../support/client.js';

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
      'are merged field by field',
      [{ mode: 'cors', cache: 'no-store' }, { cache: 'reload' }, { keepalive: true }],
      { mode: 'cors', cache: 'reload', keepalive: true },
    ],
    [
      'are overridden by the call',
      [{ credentials: 'include' }, {}, { credentials: 'same-origin' }],
      { credentials: 'same-origin' },
    ],
    [
      'keep the value of the level below for undefined',
      [{ credentials: 'include' }, {}, { credentials: undefined }],
      { credentials: 'include' },
    ],
    [
      'keep the levels below if a level has none',
      [{ redirect: 'error' }, undefined, undefined],
      { redirect: 'error' },
    ],
    ['accept null as a value', [{ window: 1 }, {}, { window: null }], { window: null }],
  ])('%s', async (_rule, levels, expected) => {
    expect(await sentOptions(...levels)).toMatchObject(expected);
  });

  it("can't override the fields that homing sets itself", async () => {
    const smuggled = { method: 'DELETE', headers: { a: '1' }, body: 'x', signal: AbortSignal.abort() };
    const init = await sentOptions(smuggled, smuggled, smuggled);
    expect(init).toMatchObject({ method: 'GET', body: null, signal: null });
    expect(setHeaders(new Headers(init.headers))).toEqual({});
  });

  it('add nothing to the init of fetch when none are set', async () => {
    const init = await sentOptions();
    expect(Object.keys(init).sort()).toEqual(['body', 'headers', 'method', 'signal']);
  });
});

describe('the options argument of a call (rules.md#the-client)', () => {
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
    ['headers that are a string', { headers: 'a: b' }, /headers is a string/],
  ])(
    'is rejected before sending when invalid, and the message names the option: %s',
    async (_what, options, sentence) => {
      const fetch = stubFetch();
      const { error } = await createTestClient({ fetch }).api.call({}, options as CallOptions);
      expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
      expect(error?.message).toMatch(sentence);
      expect(error?.message).not.toContain('s3cret');
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it('keeps its valid options when another option is invalid', async () => {
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

  it('is rejected with the name of the first invalid option', async () => {
    const options = { headers: { 'bad name': 'x' }, query: { at: new Date(0) as never } };
    expect((await createTestClient().api.call({}, options)).error?.message).toContain('"bad name"');
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['{}', {}],
    ['all undefined', { headers: undefined, timeout: undefined, signal: undefined, middleware: undefined }],
    ['a null signal, as fetch accepts it', { signal: null }],
  ])('sets no options when it is %s', async (_what, options) => {
    expect((await createTestClient().api.call({}, options as CallOptions)).error).toBeNull();
  });
});
