import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/index.js';
import { bytes } from '../../../lib/entries/stream.js';
import { utf8 } from '../../support/framed.js';
import { bodyOf, streamed } from '../../support/streamed.js';
import { turn } from '../../support/streaming.js';

describe('toReadable (rules.md#streams)', () => {
  const readable = async (...args: Parameters<typeof bodyOf>) => {
    const { stream: body, seen } = bodyOf(...args);
    const all = streamed(bytes(), { fetch: async () => new Response(body) });
    return { ...all, seen, reading: (await all.open()).toReadable() };
  };

  it('returns the bytes as a stream of the platform', async () => {
    const { reading, ends } = await readable([utf8('ab'), utf8('c')]);
    expect(await new Response(reading).text()).toBe('abc');
    expect(ends).toEqual([['data', { items: 2 }]]);
  });

  it('reads nothing without a reader', async () => {
    const { reading, seen } = await readable([utf8('a'), utf8('b')]);
    await turn();
    expect(seen.pulls).toBe(0);
    const reader = reading.getReader();
    await reader.read();
    await turn();
    expect(seen.pulls).toBe(1);
    await reader.cancel();
  });

  it('fails with the ApiError of the stream', async () => {
    const { reading, onError } = await readable([utf8('a')], { with: new Error('reset') });
    const reader = reading.getReader();
    expect((await reader.read()).value).toEqual(utf8('a'));
    const thrown = await reader.read().catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject({ kind: 'network', status: 200 });
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it("fails with an 'abort' if the signal aborts, also during a wait", async () => {
    const { open, controller } = streamed(bytes());
    const reader = (await open()).toReadable().getReader();
    const read = reader.read();
    controller.abort();
    await expect(read).rejects.toMatchObject({ kind: 'abort' });
  });

  it('closes the connection if it is cancelled', async () => {
    const { open, sent, listeners, onError } = streamed(bytes());
    await (await open()).toReadable().cancel();
    expect([sent[0]!.cancelled, sent[0]!.signal.aborted, listeners()]).toEqual([true, true, 0]);
    expect(onError).not.toHaveBeenCalled();
  });
});
