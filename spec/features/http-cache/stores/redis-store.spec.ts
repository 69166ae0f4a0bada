import { describe, expect, it } from 'vitest';
import { redisStore } from '../../../../lib/entries/http-cache.js';
import { fakeRedis } from '../../../support/http-stores.js';

describe('a store in Redis', () => {
  it('reads all keys in one call', async () => {
    const { command, commands } = fakeRedis();
    await redisStore(command).get(['a', 'b']);
    expect(commands).toEqual(['MGET']);
  });

  it('rounds times up, to one millisecond at least', async () => {
    const sent: unknown[] = [];
    const store = redisStore((args) => Promise.resolve(void sent.push(args.at(-1))));
    await store.set('a', new Uint8Array(), 0.2);
    await store.set('a', new Uint8Array(), 1.2);
    expect(sent).toEqual(['1', '2']);
  });

  it('passes bytes as a Buffer without a copy, because clients for Node accept no other type', async () => {
    const sent: unknown[] = [];
    const record = new Uint8Array([0, 1, 2, 255]).subarray(1);
    await redisStore((args) => Promise.resolve(void sent.push(args[2]))).set('a', record, 1);
    const [given] = sent as [Uint8Array];
    expect(given.constructor.name).toBe('Buffer' in globalThis ? 'Buffer' : 'Uint8Array');
    expect(given.buffer).toBe(record.buffer);
    expect([...given]).toEqual([1, 2, 255]);
  });

  it('rejects if a client returns strings', async () => {
    await expect(redisStore(() => Promise.resolve(['text'])).get(['a'])).rejects.toThrow('Buffers');
    await expect(redisStore(() => Promise.resolve('text')).get(['a'])).rejects.toThrow('Buffers');
  });

  it.each([undefined, {}, 'redis://localhost'])('throws for %o, which is not a function', (command) => {
    expect(() => redisStore(command as never)).toThrow('redisStore command');
  });
});
