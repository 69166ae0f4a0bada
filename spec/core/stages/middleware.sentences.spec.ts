import { describe, expect, it } from '@jest/globals';
import { createApi, defineRequest, type Middleware, Plugin, type Result } from '../../../lib/index.js';

const run = async (entry: unknown) => {
  const api = createApi({
    baseUrl: 'https://api.test',
    fetch: async () => new Response('{}'),
    middleware: [entry as Middleware],
    requests: { read: defineRequest()({ method: 'GET', path: '/' }) },
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
