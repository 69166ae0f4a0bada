import { describe, expect, expectTypeOf, it } from 'vitest';
import { pages } from '../../../lib/entries/sdk.js';
import type { SdkPages } from '../../../lib/entries/sdk.js';
import { Acme, failed, ok, type Order, type Reply, replying, thrownBy } from '../../support/sdk.js';

const order = (id: string): Order => ({ id, total: 1 });
const FIRST = ok({ data: [order('a'), order('b')], next: 'c2' });
const LAST = ok({ data: [order('c')] });

const acmeWith = (...replies: readonly Reply[]) => {
  const { fetch, sent } = replying(...replies);
  return { acme: new Acme({ apiKey: 'key', maxRetries: 0, fetch }), sent };
};

describe('a list of an SDK', () => {
  it('iterates over the items of all pages', async () => {
    const { acme, sent } = acmeWith(FIRST, LAST);
    const list = acme.orders.list({ status: 'open' });
    expectTypeOf(list).toEqualTypeOf<SdkPages<Order, { data: Order[]; next?: string }>>();
    const ids: string[] = [];
    for await (const { id } of list) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(sent.map(({ url }) => url.split('?')[1])).toEqual(['status=open', 'status=open&cursor=c2']);
  });

  it('resolves with the first page', async () => {
    const { acme, sent } = acmeWith(FIRST, LAST);
    const list = acme.orders.list();
    expect((await list).next).toBe('c2');
    expect((await list.withResponse()).response.status).toBe(200);
    expect(sent).toHaveLength(1);
  });

  it('sends nothing before its first use', async () => {
    const { acme, sent } = acmeWith(FIRST);
    const list = acme.orders.list();
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toHaveLength(0);
    expect(Object.prototype.toString.call(list)).toBe('[object Promise]');
    await list.finally(() => undefined);
    expect(sent).toHaveLength(1);
  });

  it('iterates over the pages', async () => {
    const { acme } = acmeWith(FIRST, LAST);
    const sizes: number[] = [];
    for await (const { data } of acme.orders.list().pages()) sizes.push(data.length);
    expect(sizes).toEqual([2, 1]);
  });

  it('stops when the program does', async () => {
    const { acme, sent } = acmeWith(FIRST, LAST);
    for await (const { id } of acme.orders.list()) if (id === 'b') break;
    expect(sent).toHaveLength(1);
  });

  it('throws the error of a page', async () => {
    const { acme } = acmeWith(FIRST, failed(404));
    const ids: string[] = [];
    const walk = async (): Promise<void> => {
      for await (const { id } of acme.orders.list()) ids.push(id);
    };
    expect(await thrownBy(walk())).toMatchObject({ name: 'NotFoundError' });
    expect(ids).toEqual(['a', 'b']);
    const caught = await acme.orders.list().catch((error: unknown) => (error as Error).name);
    expect(caught).toBe('NotFoundError');
  });

  it('applies the options of the call to every page', async () => {
    const { acme, sent } = acmeWith(FIRST, LAST);
    const list = acme.orders.list({}, { headers: { 'x-a': '1' }, idempotencyKey: 'k', maxRetries: 1 });
    for await (const { id } of list) expect(id).toMatch(/[abc]/);
    expect(sent.map(({ headers }) => [headers.get('x-a'), headers.get('idempotency-key')])).toEqual([
      ['1', 'k'],
      ['1', 'k'],
    ]);
  });

  it('yields Results in results', async () => {
    const { acme } = acmeWith(FIRST, failed(404));
    const found: unknown[] = [];
    for await (const { data, error } of acme.results.orders.list()) found.push(data?.id ?? error?.status);
    expect(found).toEqual(['a', 'b', 404]);
    expect((await acme.results.orders.list()).error?.status).toBe(404);
  });

  it('rejects a function that is not one of the api', () => {
    expect(() => pages((() => undefined) as never, {})).toThrow('a function of the api');
  });
});
