import { describe, expect, it } from '@jest/globals';
import type { Middleware } from '../../../lib/index.js';
import { successResult } from '../../../lib/testing.js';
import { answering } from '../../support/answering.js';
import { collectUntil } from '../../support/collect.js';
import { effort } from '../../support/effort.js';

const KEY = Symbol('value');

describe('ctx.once', () => {
  it('leaves nothing behind: the values of thousands of calls are collected', async () => {
    let kept = 0;
    const registry = new FinalizationRegistry(() => (kept -= 1));
    const draw: Middleware = async (ctx) => {
      ctx.once(KEY, () => {
        const value = {};
        kept += 1;
        registry.register(value, 0);
        return value;
      });
      return successResult(1);
    };
    const { api } = answering([draw]);
    for (let call = 0; call < effort(2000, 10_000); call += 1) await api.read();
    await collectUntil(() => kept === 0);
    expect(kept).toBe(0);
  });
});
