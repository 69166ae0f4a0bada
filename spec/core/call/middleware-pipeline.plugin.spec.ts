import { describe, expect, it } from 'vitest';
import {
  type MiddlewareContext,
  type MiddlewareNext,
  paginate,
  Plugin,
  type Result,
} from '../../../lib/index.js';
import { successResult } from '../../../lib/entries/testing.js';
import { createTestClient, stubFetch } from '../../support/client.js';
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
  it.each(['client', 'endpoint', 'call'] as const)(
    'run before and after the request at the %s',
    async (level) => {
      const plugin = new Noting();
      expect(plugin.name).toBe('Noting');
      const list = { middleware: [plugin] };
      const { api } = createTestClient({
        ...(level === 'client' && list),
        ...(level === 'endpoint' && { endpoint: list }),
      });
      await api.call({}, level === 'call' ? list : {});
      expect(plugin.log).toEqual(['before call', 'after success']);
    },
  );

  it('onResult can return a Result to replace the outcome, or nothing to keep it', async () => {
    for (const [fetch, data] of [
      [stubFetch({ throws: 1 }), 'rescued'],
      [stubFetch({ data: 'mine' }), 'mine'],
    ] as const)
      expect((await createTestClient({ fetch }).api.call({}, { middleware: [new Rescue()] })).data).toBe(
        data,
      );
  });

  it.each(['onRequest', 'onResult'] as const)(
    "an error that %s throws makes the call a 'middleware' error",
    async (hook) => {
      const thrown = new Error('no token');
      const failing = Object.assign(new Noting(), { [hook]: () => Promise.reject(thrown) });
      const fetch = stubFetch();
      const { error } = await createTestClient({ fetch }).api.call({}, { middleware: [failing] });
      expect({ kind: error?.kind, body: error?.body }).toEqual({ kind: 'middleware', body: thrown });
      expect(fetch).toHaveBeenCalledTimes(hook === 'onRequest' ? 0 : 1);
    },
  );
});

describe('Plugin (rules.md#middleware)', () => {
  it('can override handle, which is called with the plugin as this', async () => {
    class Counting extends Plugin {
      count = 0;
      override handle(_ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
        this.count += 1;
        return next();
      }
    }
    const plugin = new Counting();
    await createTestClient({ middleware: [plugin] }).api.call();
    expect(plugin.count).toBe(1);
  });
});

const last = (plugin: Exchanging, innermost: boolean | number = true): Exchanging =>
  Object.assign(plugin, { innermost });

describe('a plugin with innermost (rules.md#exchange)', () => {
  it('runs inside the plugins without innermost, and several run in the order of the array', async () => {
    const { api, requests } = createTestClient({
      middleware: [last(marking('y')), marking('a'), last(marking('z')), marking('b')],
    });
    await api.call();
    await api.call(undefined, { middleware: [marking('c')] });
    expect(requests.map(({ init }) => new Headers(init.headers).get('x-path'))).toEqual(['abyz', 'abcyz']);
  });

  it('runs further inside the higher its number is, and true counts as 1', async () => {
    const { api, requests } = createTestClient({
      middleware: [last(marking('z'), 2), last(marking('y')), last(marking('x'), 1), marking('a')],
    });
    await api.call();
    expect(new Headers(requests[0]?.init.headers).get('x-path')).toBe('ayxz');
  });
});

describe('ctx.series (rules.md#exchange)', () => {
  it('is the same object for all pages of a pagination and their retry(), and undefined for a single call', async () => {
    const seen: unknown[] = [];
    class Seeing extends Plugin {
      protected override onRequest({ series }: { series: object | undefined }): void {
        seen.push(series);
      }
    }
    const { api } = createTestClient({ middleware: [new Seeing()] });
    await api.call();
    const options = { next: () => ({ page: 2 }), maxPages: 2 };
    for await (const page of paginate(api.call, { page: 1 }, options)) await page.retry();
    for await (const page of paginate(api.call, { page: 1 }, options)) expect(page.error).toBeNull();
    expect(seen[0]).toBeUndefined();
    expect([new Set(seen.slice(1, 5)).size, new Set(seen.slice(5)).size, new Set(seen).size]).toEqual([
      1, 1, 3,
    ]);
  });
});
