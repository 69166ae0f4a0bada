import { describe, expect, it } from '@jest/globals';
import { paginate, Plugin } from '../../../lib/index.js';
import { answering } from '../../support/answering.js';
import { type Exchanging, marking } from '../../support/exchanging.js';

const last = (plugin: Exchanging): Exchanging => Object.assign(plugin, { exchangesLast: true });

describe('a plugin that says exchangesLast (rules.md#exchange)', () => {
  it('stands inside of those that do not, several in the order of the list', async () => {
    const { api, arrived } = answering([last(marking('y')), marking('a'), last(marking('z')), marking('b')]);
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
    const { api } = answering([new Seeing()]);
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
