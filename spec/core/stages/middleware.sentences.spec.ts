import { describe, expect, it } from '@jest/globals';
import { createApi, defineRequest, type Middleware, Plugin, type Result } from '../../../lib/index.js';

const run = async (entry: unknown, options: object = {}) => {
  const api = createApi({
    baseUrl: 'https://api.test',
    fetch: async () => new Response('{}'),
    middleware: [entry as Middleware],
    requests: { read: defineRequest()({ method: 'GET', path: '/', ...options }) },
  });
  const { error } = await api.read();
  return String((error?.body as Error | undefined)?.message);
};

const wrong = 7 as unknown as Result<unknown>;

class Careless extends Plugin {
  override async handle(): Promise<Result<unknown>> {
    return wrong;
  }
}

describe('what a mistake in a middleware is told', () => {
  it.each<[string, unknown, string]>([
    [
      'nothing in the list',
      undefined,
      'undefined stands in a list of middleware: put a function or a Plugin there.',
    ],
    ['null in the list', null, 'null stands in a list of middleware: put a function or a Plugin there.'],
    [
      'an object in the list',
      {},
      'an Object stands in a list of middleware: put a function or a Plugin there.',
    ],
    [
      'a function without a name',
      async () => wrong,
      'The middleware "anonymous" returned a number: return the Result',
    ],
    ['a plugin', new Careless(), 'The middleware "Careless" returned a number: return the Result'],
  ])('%s', async (_what, entry, sentence) => {
    // A literal in a table would get the name of its place.
    const unnamed = entry instanceof Function ? (() => entry as Middleware)() : entry;
    expect(await run(unnamed)).toContain(sentence);
  });

  it('a function, by its name', async () => {
    const forgetful: Middleware = async () => wrong;
    expect(await run(forgetful)).toContain('The middleware "forgetful" returned a number');
  });
});

describe('what ends a call says so', () => {
  it('the deadline, with its milliseconds', async () => {
    expect(await run(() => new Promise(() => {}), { timeout: 5 })).toBe('The deadline of 5 ms passed.');
  });

  it('a newer call', async () => {
    const api = createApi({
      baseUrl: 'https://api.test',
      fetch: (_url, { signal }) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('gone')));
          setTimeout(() => resolve(new Response('{}')), 1);
        }),
      requests: { read: defineRequest()({ method: 'GET', path: '/', dedupe: true }) },
    });
    const [older] = await Promise.all([api.read(), api.read()]);
    expect((older.error?.body as Error).message).toBe(
      'A newer call of the endpoint took the place of this one.',
    );
  });

  it('a signal without a reason, as those of React Native', async () => {
    const signal = Object.assign(new EventTarget(), { aborted: true, reason: undefined }) as AbortSignal;
    const api = createApi({
      baseUrl: 'https://api.test',
      requests: { read: defineRequest()({ method: 'GET', path: '/' }) },
    });
    const { error } = await api.read({}, { signal });
    expect((error?.body as Error).message).toBe('The call was aborted.');
  });
});
