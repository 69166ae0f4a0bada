import { describe, expect, it } from 'vitest';
import { wholeBody } from '../../../lib/features/http-cache/whole-body.js';

const chunks = (...texts: (string | Error)[]): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const queue = [...texts];
  return new ReadableStream({
    pull(controller) {
      const next = queue.shift();
      if (next === undefined) controller.close();
      else if (typeof next === 'string') controller.enqueue(new TextEncoder().encode(next));
      else controller.error(next);
    },
  });
};

const textOf = (bytes: unknown): string => new TextDecoder().decode(bytes as Uint8Array);

describe('the complete body', () => {
  it.each([[['abc']], [['a', 'b', 'c']], [[]], [['', 'a', '']]])(
    'contains all bytes of %j',
    async (texts) => {
      expect(textOf(await wholeBody(new Response(chunks(...texts)), 10))).toBe(texts.join(''));
    },
  );

  it("doesn't keep the larger buffer that it came in", async () => {
    const part = new Uint8Array(65_536).subarray(10, 13);
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(part);
        controller.close();
      },
    });
    const bytes = (await wholeBody(new Response(body), 10)) as Uint8Array;
    expect([bytes.byteLength, bytes.buffer.byteLength]).toEqual([3, 3]);
  });

  it("is copied, so later writes of its producer don't change it", async () => {
    const chunk = new TextEncoder().encode('abc');
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(chunk);
        controller.close();
      },
    });
    const bytes = await wholeBody(new Response(body), 10);
    chunk.fill(120);
    expect(textOf(bytes)).toBe('abc');
  });

  it('is empty for a response without a body', async () => {
    expect(textOf(await wholeBody(new Response(null, { status: 204 }), 0))).toBe('');
  });

  it('is read if the platform exposes no stream', async () => {
    const response = Object.defineProperty(new Response('abc'), 'body', { value: undefined });
    expect(textOf(await wholeBody(response, 10))).toBe('abc');
  });

  it('is left unread if its announced size is too large', async () => {
    const response = new Response('abcd', { headers: { 'content-length': '4' } });
    expect(await wholeBody(response, 3)).toBe(response);
    expect(response.bodyUsed).toBe(false);
  });

  it('is passed on unchanged if it is too large', async () => {
    const response = new Response(chunks('ab', 'cd', 'ef'), { status: 201, headers: { 'x-a': '1' } });
    const given = (await wholeBody(response, 3)) as Response;
    expect([given.status, given.headers.get('x-a'), await given.text()]).toEqual([201, '1', 'abcdef']);
  });

  it('is passed on if it breaks off, and breaks off at the same byte', async () => {
    const broken = new TypeError('terminated');
    const given = (await wholeBody(new Response(chunks('ab', broken)), 10)) as Response;
    const reader = given.body!.getReader();
    expect(textOf((await reader.read()).value)).toBe('ab');
    await expect(reader.read()).rejects.toBe(broken);
  });

  it('can be cancelled by its consumer', async () => {
    let reason: unknown;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(4)),
      cancel: (given) => void (reason = given),
    });
    const given = (await wholeBody(new Response(body), 3)) as Response;
    await given.body!.cancel('enough');
    expect(reason).toBe('enough');
  });
});
