import { describe, expect, it } from '@jest/globals';
import {
  type MiddlewareContext,
  type MiddlewareNext,
  paginate,
  Plugin,
  type Result,
} from '../../../lib/index.js';
import { successResult } from '../../../lib/testing.js';
import { answering, headersOf, oneEndpoint, rejecting } from '../../support/one-endpoint.js';
import { answering as answeringClient } from '../../support/answering.js';
import { type Exchanging, marking } from '../../support/exchanging.js';

class Noting extends Plugin {
  readonly log: string[] = [];

  protected override onRequest(ctx: MiddlewareContext): void {
    this.log.push(`before ${ctx.requestName}`);
  }

  protected override onResult(result: Result<unknown>): void {
    this.log.push(`after ${result.error?.kind ?? 'success'}`);
  }
}

class Rescue extends Plugin {
  protected override onResult(result: Result<unknown>): Result<unknown> | undefined {
    return result.error ? successResult('rescued') : undefined;
  }
}

describe('Plugin hooks (rules.md#middleware)', () => {
  it.each(['client', 'endpoint', 'call'] as const)('run around the request at the %s', async (level) => {
    const plugin = new Noting();
    const list = { middleware: [plugin] };
    const api = oneEndpoint({ client: {}, endpoint: {}, [level]: list });
    await api.call({}, level === 'call' ? list : {});
    expect(plugin.log).toEqual(['before call', 'after success']);
  });

  it('onRequest may change the request, also later', async () => {
    class Auth extends Plugin {
      protected override async onRequest({ request }: MiddlewareContext): Promise<void> {
        request.headers.set('authorization', await Promise.resolve('Bearer t'));
      }
    }
    const fetch = answering();
    await oneEndpoint({ fetch, client: { middleware: [new Auth()] } }).call();
    expect(headersOf(fetch)).toEqual({ authorization: 'Bearer t' });
  });

  it('onResult sees error Results too', async () => {
    const plugin = new Noting();
    await oneEndpoint({ fetch: rejecting(1) }).call({}, { middleware: [plugin] });
    expect(plugin.log).toContain('after network');
  });

  it('onResult may return a Result to take the place', async () => {
    const result = await oneEndpoint({ fetch: rejecting(1) }).call({}, { middleware: [new Rescue()] });
    expect(result.data).toBe('rescued');
  });

  it('onResult that returns nothing leaves the Result', async () => {
    const result = await oneEndpoint({ fetch: answering('mine') }).call({}, { middleware: [new Rescue()] });
    expect(result.data).toBe('mine');
  });

  it("what onRequest throws is 'middleware', and nothing is sent", async () => {
    const thrown = new Error('no token');
    class Failing extends Plugin {
      protected override onRequest(): never {
        throw thrown;
      }
    }
    const fetch = answering();
    const { error } = await oneEndpoint({ fetch }).call({}, { middleware: [new Failing()] });
    expect([error?.kind, error?.body]).toEqual(['middleware', thrown]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it("what onResult throws is 'middleware'", async () => {
    class Failing extends Plugin {
      protected override onResult(): Promise<never> {
        return Promise.reject(new Error('late'));
      }
    }
    const { error } = await oneEndpoint().call({}, { middleware: [new Failing()] });
    expect(error).toMatchObject({ kind: 'middleware', body: { message: 'late' } });
  });
});

describe('Plugin (rules.md#middleware)', () => {
  it('has a name', () => {
    expect(new Noting().name).toBe('Noting');
  });

  it('may override handle, with this bound', async () => {
    class Counting extends Plugin {
      count = 0;
      override handle(_ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
        this.count += 1;
        return next();
      }
    }
    const plugin = new Counting();
    await oneEndpoint({ client: { middleware: [plugin] } }).call();
    expect(plugin.count).toBe(1);
  });

  it('is skipped by reference', async () => {
    const [skipped, kept] = [new Noting(), new Noting()];
    const api = oneEndpoint({ client: { middleware: [skipped, kept] } });
    await api.call({}, { skipMiddleware: [skipped] });
    expect([skipped.log.length, kept.log.length]).toEqual([0, 2]);
  });
});

const last = (plugin: Exchanging): Exchanging => Object.assign(plugin, { exchangesLast: true });

describe('a plugin that says exchangesLast (rules.md#exchange)', () => {
  it('stands inside of those that do not, several in the order of the list', async () => {
    const { api, arrived } = answeringClient([
      last(marking('y')),
      marking('a'),
      last(marking('z')),
      marking('b'),
    ]);
    await api.read();
    await api.read(undefined, { middleware: [marking('c')] });
    expect(arrived.map(({ init }) => new Headers(init.headers).get('x-path'))).toEqual(['abyz', 'abcyz']);
  });
});

describe('ctx.series (rules.md#exchange)', () => {
  it('is the same for all pages of a walk and their retry(), and undefined for a call of its own', async () => {
    const seen: unknown[] = [];
    class Seeing extends Plugin {
      protected override onRequest({ series }: { series: object | undefined }): void {
        seen.push(series);
      }
    }
    const { api } = answeringClient([new Seeing()]);
    await api.read();
    const options = { next: () => ({ page: 2 }), maxPages: 2 };
    for await (const page of paginate(api.read, { page: 1 }, options)) await page.retry();
    for await (const page of paginate(api.read, { page: 1 }, options)) expect(page.error).toBeNull();
    expect(seen[0]).toBeUndefined();
    expect([new Set(seen.slice(1, 5)).size, new Set(seen.slice(5)).size, new Set(seen).size]).toEqual([
      1, 1, 3,
    ]);
  });
});
