import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Middleware, MiddlewareRequest } from '../../../lib/index.js';
import { answering, headersOf, oneEndpoint } from '../../support/one-endpoint.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const touching =
  (touch: (request: MiddlewareRequest) => void): Middleware =>
  (ctx, next) => {
    touch(ctx.request);
    return next();
  };

/** What is sent, and the error, when a middleware does this to a request with the headers `a: 1, b: 2`. */
const sentAfter = async (touch: (request: MiddlewareRequest) => void) => {
  const fetch = answering();
  const api = oneEndpoint({ fetch, client: { headers: { a: '1', b: '2' }, middleware: [touching(touch)] } });
  const { error } = await api.call();
  return { error, headers: error ? undefined : headersOf(fetch) };
};

/** Both forms that the headers of a request may have. */
const forms: [string, (request: MiddlewareRequest) => unknown][] = [
  ['of a record', () => undefined],
  ['of a Headers', (request) => request.headers],
];

describe.each(forms)('setHeader and getHeader %s', (_form, make) => {
  const after = (touch: (request: MiddlewareRequest) => void) =>
    sentAfter((request) => {
      make(request);
      touch(request);
    });

  it('setHeader adds a header', async () => {
    const { headers } = await after((request) => request.setHeader('C', '3'));
    expect(headers).toEqual({ a: '1', b: '2', c: '3' });
  });

  it('setHeader replaces one, whatever its case', async () => {
    const { headers } = await after((request) => request.setHeader('B', '3'));
    expect(headers).toEqual({ a: '1', b: '3' });
  });

  it('getHeader tells a header as it stands, whatever its case; undefined without one', async () => {
    const seen: unknown[] = [];
    await after((request) => {
      request.setHeader('X-New', 'new');
      for (const name of ['A', 'b', 'x-new', 'c', 'constructor', '__proto__'])
        seen.push(request.getHeader(name));
    });
    expect(seen).toEqual(['1', '2', 'new', undefined, undefined, undefined]);
  });

  it('setHeader takes the white space around a value away, as fetch does', async () => {
    const { headers } = await after((request) => request.setHeader('a', ' \tx y\n'));
    expect(headers).toMatchObject({ a: 'x y' });
  });

  it.each([
    ['x bad', 'secret'],
    ['', 'secret'],
    ['naïve', 'secret'],
    ['x-bad', 'secret\r\nx-injected: 1'],
    ['x-bad', 'secret\u2028x'],
    ['x-bad', 'secret\0'],
    ['x-bad', { secret: 1 }],
    ['x-bad', Symbol('secret')],
    ['x-bad', null],
    ['x-bad', undefined],
  ])('setHeader refuses %j with %j by name, and never tells the value', async (name, value) => {
    const { error } = await after((request) => request.setHeader(name, value as string));
    expect(error).toMatchObject({ kind: 'middleware', body: expect.any(TypeError) });
    expect(error!.message).not.toMatch('secret');
    const { message } = error!.body as TypeError;
    expect(message).toContain(`The header ${JSON.stringify(name)} is`);
    expect(message).not.toMatch('secret');
  });

  it('a refused header changes nothing', async () => {
    const { headers } = await after((request) => {
      expect(() => request.setHeader('a', 'x\ny')).toThrow(TypeError);
    });
    expect(headers).toEqual({ a: '1', b: '2' });
  });

  it('headerRecord tells all headers by lowercase name', async () => {
    const records: unknown[] = [];
    await after((request) => {
      request.setHeader('C', '3');
      records.push({ ...request.headerRecord() });
    });
    expect(records).toEqual([{ a: '1', b: '2', c: '3' }]);
  });

  it('headers has what setHeader set, and the other way round', async () => {
    const { headers } = await after((request) => {
      request.setHeader('c', '3');
      request.headers.append('c', '4');
      request.setHeader('d', request.getHeader('c') ?? '');
      request.headers.delete('a');
    });
    expect(headers).toEqual({ b: '2', c: '3, 4', d: '3, 4' });
  });
});

describe('setHeader and getHeader', () => {
  it('make no Headers', async () => {
    const api = oneEndpoint({
      client: {
        headers: { a: '1' },
        middleware: [
          touching((request) => {
            request.setHeader('b', '2');
            request.getHeader('a');
            request.headerRecord();
          }),
        ],
      },
      fetch: answering().mockResolvedValue({ ok: true, status: 200, text: async () => '1' } as Response),
    });
    await api.call();
    const made = jest.spyOn(globalThis, 'Headers');
    await api.call();
    expect(made).not.toHaveBeenCalled();
  });

  it("never change the endpoint's own record for other calls", async () => {
    const fetch = answering();
    const api = oneEndpoint({ fetch, endpoint: { headers: { a: '1' } } });
    const middleware = [touching((request) => request.setHeader('a', 'changed'))];
    await api.call({}, { middleware });
    expect(headersOf(fetch)).toEqual({ a: 'changed' });
    await api.call();
    expect(headersOf(fetch)).toEqual({ a: '1' });
    expect(api.call.getHeaders()).toEqual({ a: '1' });
  });

  it('headerRecord is the same object until a header changes', async () => {
    const records: object[] = [];
    const api = oneEndpoint({
      endpoint: { headers: { a: '1' } },
      client: {
        middleware: [
          touching((request) => {
            records.push(request.headerRecord(), request.headerRecord());
            request.setHeader('a', '2');
            records.push(request.headerRecord(), request.headerRecord());
          }),
        ],
      },
    });
    await api.call();
    await api.call();
    const [first, second, changed, again, next] = records;
    expect([second, again, next]).toEqual([first, changed, first]);
    expect([second === first, again === changed, next === first, changed === first]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
