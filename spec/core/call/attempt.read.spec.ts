import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiError } from '../../../lib/index.js';
import { createApi, type OpenBody, Request } from '../../../lib/index.js';
import { reader } from '../../../lib/entries/stream.js';
import { expectNothingLeft, handTimers, streaming, turn } from '../../support/streaming.js';

beforeEach(handTimers);
afterEach(() => {
  vi.useRealTimers();
});

const asked = (responseType: unknown, more: object = {}) =>
  createApi({
    baseUrl: 'http://api.test',
    fetch: async () => new Response('a'),
    requests: {
      lines: new Request({ method: 'GET', path: '/', responseType: responseType as never, ...more }),
    },
  });

describe('a reader as responseType', () => {
  it.each<[string, (body: OpenBody) => unknown, unknown]>([
    ['as a promise', async ({ response }) => `read: ${await response.text()}`, 'read: a'],
    ['directly', ({ response }) => response.status, 200],
  ])('produces the data of a 2xx response %s', async (_how, open, data) => {
    const { api } = streaming({ fetch: async () => new Response('a'), open });
    expect(await api.read()).toMatchObject({ data, error: null });
  });

  it.each([201, 204])('opens the body of a %d', async (status) => {
    const { api, opened } = streaming({ fetch: async () => new Response(null, { status }) });
    const { data } = await api.read();
    expect(data).toBe(opened[0]);
    expect(data!.response.status).toBe(status);
    data!.end();
  });

  it.each([304, 404, 500])("doesn't open the body of a %d, which is read as JSON", async (status) => {
    const controller = new AbortController();
    const { api, opened, onError } = streaming({
      fetch: async () => new Response(status === 304 ? null : '{"why":1}', { status }),
      client: { timeout: 1000 },
    });
    const { error, response } = await api.read({}, { signal: controller.signal });
    expect(error).toMatchObject({ kind: 'http', status, body: status === 304 ? null : { why: 1 } });
    expect(response!.status).toBe(status);
    expect(opened).toHaveLength(0);
    expect(onError).toHaveBeenCalledTimes(1);
    await expectNothingLeft(controller.signal);
  });

  it('is skipped for HEAD, which has no body', async () => {
    const controller = new AbortController();
    const { api, opened } = streaming({ endpoint: { method: 'HEAD' } });
    const { data, error } = await api.read({}, { signal: controller.signal });
    expect({ data, error }).toEqual({ data: undefined, error: null });
    expect(opened).toHaveLength(0);
    await expectNothingLeft(controller.signal);
  });

  it.each([new RangeError('mine'), undefined])(
    "returns a 'parse' error when its open throws %o",
    async (thrown) => {
      const throwing = (): never => {
        throw thrown;
      };
      for (const open of [throwing, () => Promise.reject(thrown)]) {
        const { api, sent } = streaming({ open });
        const { error, response } = await api.read();
        expect(error).toMatchObject({ kind: 'parse', status: 200, body: thrown ?? null });
        expect(response).toBe(sent[0]!.response);
        await expectNothingLeft();
      }
    },
  );

  it('returns the ApiError from body.error() unchanged when open throws it', async () => {
    const made: ApiError[] = [];
    const { api, sent, onError } = streaming({
      open: (body) => {
        made.push(body.error('parse', 'text/html', 'answered with a page'));
        return Promise.reject(made[0]!);
      },
    });
    const { error, response } = await api.read();
    expect(error).toBe(made[0]);
    expect(response).toBe(sent[0]!.response);
    expect(onError.mock.calls).toEqual([[made[0], { endpoint: 'read', context: {} }]]);
    await expectNothingLeft();
  });

  it.each(['network', 'timeout', 'abort'] as const)(
    'returns an error of kind %s without a response, like every Result of that kind',
    async (kind) => {
      const { api } = streaming({ open: (body) => Promise.reject(body.error(kind, null)) });
      const { error, response } = await api.read();
      expect(error?.kind).toBe(kind);
      expect(response).toBeNull();
    },
  );
});

describe('createApi with a reader as responseType', () => {
  const lines = reader({ open: () => 1 });
  const Problem = { '~standard': { version: 1, vendor: 'x', validate: (value: unknown) => ({ value }) } };

  it.each<[string, object, string]>([
    ['share', { share: true }, '"lines" has both share and reader'],
    ['schema', { schema: Problem }, '"lines" has both schema and reader'],
  ])('rejects a reader together with %s', (_what, beside, sentence) => {
    expect(() => asked(lines, beside)).toThrow(sentence);
  });

  it('rejects a plain object instead of a reader, and says what to pass', () => {
    for (const given of [{}, { open: () => 1 }])
      expect(() => asked(given)).toThrow(' is an Object: pass reader(…)');
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['an unknown name', 'lines'],
  ])('rejects %s as responseType, and says what to pass', (_what, given) => {
    expect(() => asked(given)).toThrow(/^The endpoint "lines" has the responseType .* or a reader\.$/);
  });
});

describe('the headers and fetchOptions of a reader', () => {
  class Lines {
    readonly headers = { accept: 'text/plain', 'x-reader': '1' };
    readonly fetchOptions = { cache: 'no-store', credentials: 'omit' } as const;
    open(body: OpenBody): OpenBody {
      body.end();
      return body;
    }
  }

  it.each<[string, object, object]>([
    ['are sent', {}, { headers: { accept: 'text/plain', 'x-reader': '1' }, cache: 'no-store' }],
    ...['client', 'endpoint', 'call'].map((level): [string, object, object] => [
      `are defaults that the ${level} overrides one by one`,
      { [level]: { headers: { Accept: 'x/y' }, fetchOptions: { cache: 'reload' } } },
      { headers: { accept: 'x/y', 'x-reader': '1' }, cache: 'reload' },
    ]),
  ])('%s', async (_what, levels: Partial<Record<string, object>>, expected) => {
    const { client, endpoint, call } = levels;
    const { api, sent } = streaming({ reader: reader(new Lines()), client, endpoint });
    await api.read({}, call);
    const { headers, ...init } = sent[0]!.init;
    expect({ ...init, headers: Object.fromEntries(headers as Headers) }).toMatchObject({
      ...expected,
      credentials: 'omit',
    });
  });

  it("make each call a 'network' error that sends nothing when a header is invalid", async () => {
    const { api, sent } = streaming({ reader: reader({ open: () => 1, headers: { 'a b': '1' } }) });
    expect((await api.read()).error?.kind).toBe('network');
    expect(sent).toHaveLength(0);
    await expectNothingLeft();
  });
});

describe('a reader that ends its call', () => {
  it('ends at the deadline when open never settles', async () => {
    const { api } = streaming({ open: () => new Promise(() => {}) });
    const running = api.read({}, { timeout: 10 });
    await turn();
    vi.advanceTimersByTime(11);
    await turn();
    expect((await running).error?.kind).toBe('timeout');
    await expectNothingLeft();
  });

  it('ends the call when it aborts inside open', async () => {
    const { api, sent } = streaming({
      open: (body) => {
        body.abort({ kind: 'timeout', reason: 'no first byte' });
        return body;
      },
    });
    const { error } = await api.read();
    expect(error).toMatchObject({ kind: 'timeout', body: 'no first byte' });
    expect(sent[0]!.cancelled).toBe(true);
    await expectNothingLeft();
  });
});
