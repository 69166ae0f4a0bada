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

/** The message of a call with these middleware, the first outermost. */
const messageWith = async (...middleware: unknown[]) => {
  const api = createApi({
    baseUrl: 'https://api.test',
    fetch: async () => new Response('{}'),
    middleware: middleware as Middleware[],
    requests: { read: defineRequest()({ method: 'GET', path: '/' }) },
  });
  return (await api.read()).error?.message;
};

const wrong = 7 as unknown as Result<unknown>;

class Careless extends Plugin {
  override async handle(): Promise<Result<unknown>> {
    return wrong;
  }
}

describe('what a mistake in a middleware is told', () => {
  it.each<[string, unknown, string]>([
    ['a function without a name', async () => wrong, 'A middleware returned a number: return the Result'],
    ['a plugin', new Careless(), 'A middleware returned a number: return the Result'],
  ])('%s', async (_what, entry, sentence) => {
    // A literal in a table would get the name of its place.
    const unnamed = entry instanceof Function ? (() => entry as Middleware)() : entry;
    expect(await run(unnamed)).toContain(sentence);
  });

  it('a function, by its name', async () => {
    const forgetful: Middleware = async () => wrong;
    expect(await messageWith(forgetful)).toContain(
      'failed in the middleware "forgetful": A middleware returned',
    );
  });
});

describe('the message of a call whose middleware throws (rules.md#what-a-message-says)', () => {
  const outer: Middleware = (_ctx, next) => next();
  const auth: Middleware = () => Promise.reject(new RangeError('no session'));

  it('names the one that threw, and not those that it passed through', async () => {
    expect(await messageWith(outer, auth)).toBe(
      'GET / failed in the middleware "auth": RangeError: no session',
    );
  });

  it('names the one that made another error of it', async () => {
    const wrapping: Middleware = async (_ctx, next) => {
      try {
        return await next();
      } catch (cause) {
        throw new Error('wrapped', { cause });
      }
    };
    expect(await messageWith(outer, wrapping, auth)).toBe(
      'GET / failed in the middleware "wrapping": Error: wrapped',
    );
  });

  it('names a plugin', async () => {
    class Failing extends Plugin {
      override readonly name = 'sign\nature';
      protected override onRequest(): void {
        throw new Error('no key');
      }
    }
    expect(await messageWith(new Failing())).toBe(
      'GET / failed in the middleware "sign ature": Error: no key',
    );
  });

  it('tells the place of one without a name', async () => {
    const unnamed = (() => (): never => {
      throw new Error('x');
    })();
    expect(await messageWith(outer, unnamed)).toBe('GET / failed in the middleware "number 2": Error: x');
  });
});
