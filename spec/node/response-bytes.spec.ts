import { describe, expect, it } from 'vitest';
import { ChunkQueue, joined } from '../../lib/node/response-bytes.js';

const KB = 1024;

/** Pieces of these sizes, and their bytes together. */
const pieces = (sizes: readonly number[]): [Uint8Array[], Buffer] => {
  const all = Buffer.from(Array.from({ length: sizes.reduce((a, b) => a + b, 0) }, (_, at) => at % 251));
  let end = 0;
  return [sizes.map((size) => all.subarray(end, (end += size))), all];
};

const filled = (parts: readonly Uint8Array[]): ChunkQueue => {
  const queue = new ChunkQueue();
  for (const part of parts) queue.push(part);
  return queue;
};

const shifted = (queue: ChunkQueue): Uint8Array[] => {
  const all: Uint8Array[] = [];
  for (let piece = queue.shift(); piece; piece = queue.shift()) all.push(piece);
  return all;
};

const cases: readonly [string, readonly number[]][] = [
  ['nothing', []],
  ['one piece', [5]],
  ['empty pieces', [0, 3, 0, 0, 4, 0]],
  ['single bytes', Array.from({ length: 5000 }, () => 1)],
  ['large pieces', [16 * KB, 64 * KB, 16 * KB]],
  ['small and large pieces', [1, 20 * KB, 2, 3, 40 * KB, 1, 16 * KB - 1, 5, 16 * KB]],
  ['pieces that exactly fill a block', [1, 1023, 1, 1, 2046, 16 * KB - 1, 16 * KB - 1, 16 * KB - 1]],
];

describe.each(cases)('a byte queue of %s', (_, sizes) => {
  it('returns the same bytes piece by piece and all at once, and counts them', async () => {
    const [parts, all] = pieces(sizes);
    const queue = filled(parts);
    expect(queue.size).toBe(all.length);
    expect(Buffer.concat(shifted(queue)).equals(all)).toBe(true);
    expect([queue.size, queue.shift()]).toEqual([0, undefined]);
    expect(all.equals(filled(parts).takeAll())).toBe(true);
    const left = parts.slice();
    expect(all.equals(await joined(() => Promise.resolve(left.shift())))).toBe(true);
  });
});

describe('a byte queue', () => {
  it("doesn't copy a single piece, or a large one", () => {
    const [small, large] = [Buffer.alloc(3), Buffer.alloc(16 * KB)];
    expect(filled([small]).takeAll()).toBe(small);
    expect(shifted(filled([small, large]))).toEqual([small, large]);
    expect(filled([small, large]).shift()).toBe(small);
    expect(filled([large, small]).shift()).toBe(large);
  });

  it('keeps no object for each small piece, and releases the original buffers', () => {
    const shared = Buffer.alloc(64 * KB);
    const queue = filled(Array.from({ length: 1000 }, (_, at) => shared.subarray(at, at + 100)));
    const kept = shifted(queue);
    expect(kept.length).toBeLessThan(8);
    expect(kept.some(({ buffer }) => buffer === shared.buffer)).toBe(false);
  });

  it('can be used again after it was cleared', () => {
    const queue = filled([Buffer.from('a'), Buffer.from('b')]);
    queue.clear();
    expect([queue.size, queue.shift()]).toEqual([0, undefined]);
    for (const text of ['c', 'd']) queue.push(Buffer.from(text));
    const first = queue.shift();
    for (const text of ['e', 'f']) queue.push(Buffer.from(text));
    expect(Buffer.concat([first!, queue.takeAll()]).toString()).toBe('cdef');
  });
});
