import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineSdk } from '../../../lib/entries/sdk.js';
import { Acme, AcmeError, failed, ok, type Reply, replying, thrownBy } from '../../support/sdk.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const ORDER = { id: 'o1', total: 5 };

/** Calls an SDK in every way that takes options. */
const callsWith = (acme: Acme, options: object): PromiseLike<unknown>[] => [
  acme.orders.retrieve('o1', options),
  acme.orders.list({}, options),
  acme.orders.list({}, options).pages().next(),
  acme.request({ method: 'GET', path: '/x' }, options),
];

/** Runs a call to its end, with all its waits. */
const finished = async <T>(call: PromiseLike<T>): Promise<unknown> => {
  const settled = Promise.resolve(call).catch((thrown: unknown) => thrown);
  await vi.runAllTimersAsync();
  return settled;
};

describe('retries of an SDK', () => {
  it('send a request that is safe to repeat up to three times', async () => {
    const { fetch, sent } = replying(failed(500), new TypeError('fetch failed'), failed(503));
    const error = await finished(new Acme({ apiKey: 'key', fetch }).orders.retrieve('o1'));
    expect(error).toMatchObject({ name: 'InternalServerError', status: 503 });
    expect(sent).toHaveLength(3);
  });

  it('do not repeat a write without a key', async () => {
    const { fetch, sent } = replying(failed(500));
    await finished(new Acme({ apiKey: 'key', fetch }).orders.update('o1', { total: 1 }));
    expect(sent).toHaveLength(1);
  });

  it('repeat a write with the key of its endpoint or of its caller', async () => {
    const { fetch, sent } = replying(failed(500), ok(ORDER), failed(500), ok(ORDER), failed(500), ok(ORDER));
    const acme = new Acme({ apiKey: 'key', fetch });
    await finished(acme.orders.create({ total: 1 }));
    await finished(acme.orders.create({ total: 1 }, { idempotencyKey: 'own' }));
    await finished(acme.orders.update('o1', { total: 1 }, { idempotencyKey: 'mine' }));
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys).toEqual([keys[0], keys[0], 'own', 'own', 'mine', 'mine']);
  });

  it('follow maxRetries of the client and of the call', async () => {
    const { fetch, sent } = replying(failed(500));
    const acme = new Acme({ apiKey: 'key', fetch, maxRetries: 1 });
    await finished(acme.orders.retrieve('o1'));
    expect(sent).toHaveLength(2);
    await finished(acme.orders.retrieve('o1', { maxRetries: 3 }));
    expect(sent).toHaveLength(6);
    await finished(acme.orders.retrieve('o1', { maxRetries: 0 }));
    expect(sent).toHaveLength(7);
    await finished(acme.request({ method: 'GET', path: '/x' }, { maxRetries: 0 }));
    expect(sent).toHaveLength(8);
  });

  it('are those of the client if maxRetries of the call is null', async () => {
    const { fetch, sent } = replying(failed(500));
    const acme = new Acme({ apiKey: 'key', fetch, maxRetries: 1 });
    await finished(acme.orders.retrieve('o1', { maxRetries: null as never }));
    expect(sent).toHaveLength(2);
  });

  it('do not repeat a stream, so that the error is that of the service', async () => {
    const { fetch, sent } = replying(failed(503));
    const body = new ReadableStream({ start: (controller) => controller.close() });
    const request = { method: 'PUT', path: '/files', body } as const;
    const error = await finished(new Acme({ apiKey: 'key', fetch }).request(request));
    expect(error).toMatchObject({ name: 'InternalServerError', status: 503 });
    expect(sent).toHaveLength(1);
  });

  it('obey the service', async () => {
    const { fetch, sent } = replying(failed(500, {}, { 'x-should-retry': 'false' }));
    await finished(new Acme({ apiKey: 'key', fetch }).orders.retrieve('o1'));
    expect(sent).toHaveLength(1);
    const slow = replying(failed(429, {}, { 'retry-after-ms': '7000' }), ok(ORDER));
    const call = new Acme({ apiKey: 'key', ...slow }).orders.retrieve('o1');
    await vi.advanceTimersByTimeAsync(6999);
    expect(slow.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toEqual(ORDER);
  });
});

describe('a wait that is too long', () => {
  it.each([
    ['a year', { 'retry-after': '31536000' }, 60_000],
    ['longer than the call may take', { 'retry-after-ms': '5000' }, 2000],
  ])(
    'is not started if it is %s, so that the error is that of the service',
    async (_what, headers, timeout) => {
      const { fetch, sent } = replying(failed(429, {}, headers));
      const error = await finished(new Acme({ apiKey: 'key', fetch, timeout }).orders.retrieve('o1'));
      expect(error).toMatchObject({ name: 'RateLimitError' });
      expect(sent).toHaveLength(1);
    },
  );
});

describe('the limits of an SDK', () => {
  const hanging = () => replying(() => new Promise(() => undefined));

  it('end an attempt after 20 s, and a call after 60 s', async () => {
    const { fetch, sent } = hanging();
    const call = thrownBy(new Acme({ apiKey: 'key', fetch, maxRetries: 9 }).orders.retrieve('o1'));
    await vi.advanceTimersByTimeAsync(19_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1001);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(39_000);
    expect(await call).toMatchObject({ name: 'APITimeoutError' });
  });

  it('do not limit an attempt of an upload or a download', async () => {
    const { fetch, sent } = hanging();
    const acme = new Acme({ apiKey: 'key', fetch });
    const calls = [thrownBy(acme.files.upload(new FormData())), thrownBy(acme.files.download())];
    await vi.advanceTimersByTimeAsync(59_999);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all(calls)).toMatchObject([{ kind: 'timeout' }, { kind: 'timeout' }]);
  });

  it('follow the options of the client and of the call', async () => {
    const { fetch } = hanging();
    const acme = new Acme({ apiKey: 'key', fetch, timeout: 1000, attemptTimeout: 500, maxRetries: 0 });
    const byClient = thrownBy(acme.orders.retrieve('o1'));
    const byCall = thrownBy(acme.orders.retrieve('o1', { attemptTimeout: 100 }));
    await vi.advanceTimersByTimeAsync(100);
    expect(String(await byCall)).toContain('100 ms');
    await vi.advanceTimersByTimeAsync(400);
    expect(String(await byClient)).toContain('500 ms');
  });
});

describe('options that are not an object with options', () => {
  const invalid = [5, 'key', () => undefined, new AbortController().signal, new Map(), []] as never[];

  it('are an error of a client and of withOptions', () => {
    vi.stubEnv('ACME_API_KEY', 'other');
    for (const options of invalid) {
      expect(() => new Acme(options)).toThrow(AcmeError);
      expect(() => new Acme().withOptions(options)).toThrow(AcmeError);
    }
    expect(() => new Acme('key' as never)).toThrow('acme-sdk: options is a string: pass an object.');
    vi.unstubAllEnvs();
  });

  it('are an error of a call, which sends nothing', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    const acme = new Acme({ apiKey: 'key', fetch });
    for (const options of invalid) {
      const calls = [acme.orders.retrieve('o1', options), acme.orders.list({}, options).pages().next()];
      for (const call of calls)
        expect(await thrownBy(call)).toMatchObject({
          name: 'APIError',
          message: expect.stringContaining('was not sent. options is') as string,
        });
    }
    expect(sent).toHaveLength(0);
  });

  it('can be an instance of a class with options', async () => {
    class Options {
      maxRetries = 0;
    }
    const { fetch, sent } = replying(failed(500));
    await finished(new Acme({ apiKey: 'key', fetch }).orders.retrieve('o1', new Options()));
    expect(sent).toHaveLength(1);
  });
});

describe('an idempotencyKey without content', () => {
  it('is an error of the call, which would get another random key each time', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    const acme = new Acme({ apiKey: 'key', fetch });
    for (const idempotencyKey of ['', ' ', ','])
      expect(String(await thrownBy(acme.orders.create({ total: 1 }, { idempotencyKey })))).toContain(
        'was not sent. idempotencyKey is empty: pass a key.',
      );
    const error = await thrownBy(acme.orders.create({ total: 1 }, { idempotencyKey: 5 as never }));
    expect(String(error)).toContain('was not sent. idempotencyKey is a number: pass a string.');
    expect(sent).toHaveLength(0);
  });
});

describe('headers of a call that are a function', () => {
  it('are an error, because the call would lose its idempotency key', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    const options = { headers: (() => ({ 'x-a': '1' })) as never, idempotencyKey: 'own' };
    const error = await thrownBy(new Acme({ apiKey: 'key', fetch }).orders.create({ total: 1 }, options));
    expect(String(error)).toContain('headers is a function: pass an object, Headers or pairs.');
    expect(sent).toHaveLength(0);
  });
});

describe('headers or fetchOptions of a call that would be ignored', () => {
  it.each([
    [{ headers: Promise.resolve({ 'x-a': '1' }) }, 'headers is a Promise: pass an object, Headers or pairs.'],
    [{ fetchOptions: 'follow' }, 'fetchOptions is a string: pass an object.'],
    [{ fetchOptions: Promise.resolve({}) }, 'fetchOptions is a Promise: pass an object.'],
  ])('are an error: %o', async (options, problem) => {
    const { fetch, sent } = replying(ok(ORDER));
    const acme = new Acme({ apiKey: 'key', fetch });
    expect(String(await thrownBy(acme.orders.retrieve('o1', options as never)))).toContain(problem);
    expect(sent).toHaveLength(0);
  });
});

describe('a signal of another type', () => {
  it('is an error of the call', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    const acme = new Acme({ apiKey: 'key', fetch });
    for (const [signal, type] of [
      [new AbortController(), 'an AbortController'],
      [{ aborted: true }, 'an Object'],
      ['abort', 'a string'],
    ] as [never, string][])
      expect(String(await thrownBy(acme.orders.retrieve('o1', { signal })))).toContain(
        `was not sent. signal is ${type}: pass an AbortSignal.`,
      );
    expect(await acme.orders.retrieve('o1', { signal: null })).toEqual(ORDER);
    expect(sent).toHaveLength(1);
  });
});

describe('an option that a call does not have', () => {
  it('is an error that names it, so that it can not redirect the key', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    const acme = new Acme({ apiKey: 'key', fetch });
    for (const name of [
      'baseUrl',
      'middleware',
      'skipMiddleware',
      'context',
      'onInvalid',
      '~refusal',
      'timeOut',
    ]) {
      const options = { [name]: 'https://evil.test', headers: { 'x-a': '1' } };
      for (const call of callsWith(acme, options))
        expect(await thrownBy(call)).toMatchObject({
          name: 'APIError',
          kind: 'network',
          message: expect.stringContaining(
            `was not sent. options has the unknown field "${name}": remove it.`,
          ) as string,
        });
    }
    expect(sent).toHaveLength(0);
  });

  it('is ignored if it is undefined or null', async () => {
    const { fetch } = replying(ok(ORDER));
    const options = { timeout: 5000, baseUrl: undefined, middleware: null };
    expect(await new Acme({ apiKey: 'key', fetch }).orders.retrieve('o1', options)).toEqual(ORDER);
  });
});

describe('a limit that is not a number from 0', () => {
  const invalid = [-1, NaN, '5' as never];

  it('is an error of the client', () => {
    for (const ms of invalid) {
      expect(() => new Acme({ apiKey: 'key', timeout: ms })).toThrow(AcmeError);
      expect(() => new Acme({ apiKey: 'key', attemptTimeout: ms })).toThrow(AcmeError);
      expect(() => new Acme({ apiKey: 'key', maxRetries: ms })).toThrow(AcmeError);
    }
    expect(() => new Acme({ apiKey: 'key', timeout: -1 })).toThrow(
      'acme-sdk: timeout is -1: pass milliseconds, or 0 for no limit.',
    );
    expect(() => new Acme({ apiKey: 'key', maxRetries: -1 })).toThrow(
      'acme-sdk: maxRetries is -1: pass 0 or more.',
    );
  });

  it('is an error of a call, of a list and of request, which send nothing', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    const acme = new Acme({ apiKey: 'key', fetch });
    for (const ms of [...invalid, 10n as never]) {
      const error = await thrownBy(acme.orders.retrieve('o1', { timeout: ms }));
      expect(error).toMatchObject({ name: 'APIError', kind: 'network' });
      expect(await thrownBy(acme.orders.retrieve('o1', { attemptTimeout: ms }))).toMatchObject({
        name: 'APIError',
      });
      expect(String(await thrownBy(acme.orders.retrieve('o1', { maxRetries: ms })))).toContain(
        'was not sent. maxRetries is',
      );
    }
    const options = { timeout: -1, idempotencyKey: 'k' };
    for (const call of callsWith(acme, options))
      expect(String(await thrownBy(call))).toContain(
        'was not sent. timeout is -1: pass milliseconds, or 0 for no limit.',
      );
    const { error } = await acme.results.orders.retrieve('o1', options);
    expect(error?.kind).toBe('network');
    expect(sent).toHaveLength(0);
  });

  it('is an error of the definition', () => {
    const definition = { name: 'a', version: '1', env: 'A', servers: 'https://a.test', requests: {} };
    expect(() => defineSdk({ ...definition, timeout: NaN, resources: () => ({}) })).toThrow('timeout is NaN');
    expect(() => defineSdk({ ...definition, maxRetries: -1, resources: () => ({}) })).toThrow(
      'maxRetries is -1',
    );
  });

  it('is 0 for no limit', async () => {
    const { fetch } = replying(() => new Promise(() => undefined));
    const settled = vi.fn();
    const acme = new Acme({ apiKey: 'key', fetch, timeout: 0, attemptTimeout: 0, maxRetries: 0 });
    acme.orders.retrieve('o1').then(settled, settled);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(settled).not.toHaveBeenCalled();
  });
});

describe('the log of an SDK', () => {
  const logged = async (options: object, ...replies: readonly Reply[]): Promise<string[]> => {
    const lines: string[] = [];
    const write = (level: string) => (line: string) => lines.push(`${level} ${line.replace(/, \d+ ms/, '')}`);
    const logger = { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
    const acme = new Acme({ apiKey: 'sk-secret', logger, ...replying(...replies), ...options });
    await finished(acme.orders.retrieve('o1', { query: { token: 'hush' } }));
    return lines;
  };

  it('is off', async () => {
    expect(await logged({}, failed(404))).toEqual([]);
  });

  it('contains what its level says', async () => {
    const failure = 'error acme-sdk: GET /orders/:id returned 404';
    const success = 'debug acme-sdk: GET /orders/:id returned 200';
    expect(await logged({ logLevel: 'error' }, failed(404))).toEqual([failure]);
    expect(await logged({ logLevel: 'error' }, failed(500), ok(ORDER))).toEqual([]);
    expect(await logged({ logLevel: 'warn' }, failed(500), ok(ORDER))).toEqual([
      'warn acme-sdk: GET /orders/:id returned 200 (2 attempts)',
    ]);
    expect(await logged({ logLevel: 'info' }, ok(ORDER))).toEqual([]);
    expect(await logged({ logLevel: 'debug' }, ok(ORDER))).toEqual([success]);
  });

  it('is set by the environment, where an unknown level counts for nothing', async () => {
    vi.stubEnv('ACME_LOG', 'DEBUG');
    expect(await logged({}, ok(ORDER))).toHaveLength(1);
    vi.stubEnv('ACME_LOG', 'loud');
    expect(await logged({}, ok(ORDER))).toEqual([]);
    expect(() => new Acme({ apiKey: 'key', logLevel: 'loud' as 'off' })).toThrow('logLevel is "loud"');
  });
});
