import { describe, expect, it, vi } from 'vitest';
import { tapped } from '../../../lib/features/fetch-wrappers/around-fetch.js';
import { flush } from '../../support/flush.js';

const streamOf = (...sizes: readonly number[]) => {
  const left = sizes.map((size) => new Uint8Array(size));
  const cancel = vi.fn<(reason: unknown) => void>();
  const pull = vi.fn((controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    const chunk = left.shift();
    if (chunk) controller.enqueue(chunk);
    else controller.close();
  });
  return { stream: new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), pull, cancel };
};

const tap = () => ({
  add: vi.fn<(size: number, chunk: Uint8Array) => void>(),
  over: vi.fn<(isWhole: boolean, isBroken: boolean) => void>(),
});

describe('a tapped stream', () => {
  it('returns the same chunks, and reports each with its size and the complete end', async () => {
    const { add, over } = tap();
    const reader = tapped(streamOf(1, 0, 2).stream, add, over).getReader();
    const chunks: Uint8Array[] = [];
    for (let step = await reader.read(); !step.done; step = await reader.read()) chunks.push(step.value);
    expect(chunks.map(({ length }) => length)).toEqual([1, 0, 2]);
    expect(add.mock.calls).toEqual(chunks.map((chunk) => [chunk.length, chunk]));
    expect(over.mock.calls).toEqual([[true, false]]);
  });

  it('is read only when its reader reads', async () => {
    const { stream, pull } = streamOf(1, 1);
    const { add, over } = tap();
    const reader = tapped(stream, add, over).getReader();
    await flush();
    expect(pull).not.toHaveBeenCalled();
    await reader.read();
    expect(pull).toHaveBeenCalledTimes(1);
  });

  it('ends with the error that the tap throws, and cancels its source', async () => {
    const { stream, cancel } = streamOf(1, 1);
    const { add, over } = tap();
    const refused = new Error('too much');
    add.mockImplementation(() => {
      throw refused;
    });
    await expect(tapped(stream, add, over).getReader().read()).rejects.toBe(refused);
    expect(cancel).toHaveBeenCalledWith(refused);
    expect(over.mock.calls).toEqual([[false, true]]);
  });

  it("cancels its source when it is cancelled, and doesn't report a complete end", async () => {
    const { cancel } = streamOf();
    const silent = new ReadableStream<Uint8Array>({ cancel });
    const { add, over } = tap();
    const reader = tapped(silent, add, over).getReader();
    const waiting = reader.read();
    await reader.cancel('enough');
    expect(await waiting).toMatchObject({ done: true });
    expect(cancel).toHaveBeenCalledWith('enough');
    expect(over).toHaveBeenCalledWith(false, false);
    expect(over).not.toHaveBeenCalledWith(true, false);
  });
});
