import { describe, expect, it } from 'vitest';
import { ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

const MB = 1024 * 1024;

const upload = (body: unknown, init: object = {}): RequestInit =>
  ({ method: 'POST', duplex: 'half', body, ...init }) as RequestInit;

describe('a request body that is a stream', () => {
  it('is read at the pace of the connection, and not buffered (trap 26: ky#831)', async () => {
    const chunk = new Uint8Array(MB);
    let given = 0;
    let ahead = 0;
    let received = 0;
    const { url } = await serve(async (request, response) => {
      for await (const part of request) received += (part as Buffer).length;
      response.end(String(received));
    });
    const body = new ReadableStream(
      {
        pull(controller) {
          given += chunk.length;
          ahead = Math.max(ahead, given - received);
          if (given > 256 * MB) controller.close();
          else controller.enqueue(chunk);
        },
      },
      { highWaterMark: 0 },
    );
    expect(await (await ownFetch()(url, upload(body))).text()).toBe(String(256 * MB));
    expect(ahead).toBeLessThan(32 * MB);
  });

  it.each([
    ['before a connection is open', (_pulled: Promise<void>) => Promise.resolve()],
    ['while it waits for more data', (pulled: Promise<void>) => pulled],
  ])('is canceled with the reason when the call is aborted %s', async (_, moment) => {
    const { url } = await serve(() => undefined);
    const controller = new AbortController();
    let pull = (): void => undefined;
    const pulled = new Promise<void>((resolve) => (pull = resolve));
    const cancelled = new Promise((resolve) => {
      const body = new ReadableStream({ pull: () => pull(), cancel: resolve }, { highWaterMark: 0 });
      const failed = ownFetch()(url, upload(body, { signal: controller.signal }));
      void expect(failed).rejects.toThrow('mine');
    });
    await moment(pulled);
    const reason = new RangeError('mine');
    controller.abort(reason);
    expect(await cancelled).toBe(reason);
  });

  it('is canceled when the call fails', async () => {
    const cancelled = new Promise((resolve) => {
      const body = new ReadableStream({ cancel: resolve });
      void expect(ownFetch()('http://127.0.0.1:2/', upload(body))).rejects.toThrow('fetch failed');
    });
    expect(await cancelled).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('is canceled when the call was already aborted', async () => {
    const cancelled = new Promise((resolve) => {
      const body = new ReadableStream({ cancel: resolve });
      void expect(
        ownFetch()('http://localhost/', upload(body, { signal: AbortSignal.abort('early') })),
      ).rejects.toBe('early');
    });
    expect(await cancelled).toBe('early');
  });

  it('fails the call with its own error', async () => {
    const { url } = await serve(() => undefined);
    const cause = new RangeError('source');
    const body = new ReadableStream({ start: (controller) => controller.error(cause) });
    await expect(ownFetch()(url, upload(body))).rejects.toMatchObject({ message: 'fetch failed', cause });
  });

  it.each([1, null, { a: 1 }, new ArrayBuffer(1)])(
    'must yield strings or binary data, not %o',
    async (chunk) => {
      const { url } = await serve(() => undefined);
      const body = new ReadableStream({ start: (controller) => controller.enqueue(chunk) });
      await expect(ownFetch()(url, upload(body))).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/yield strings or typed arrays/) },
      });
    },
  );

  it('can yield strings, which are sent as UTF-8, and bytes in any view', async () => {
    const { url } = await serve((request, response) => request.pipe(response));
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of ['é', '', new Uint16Array([0x6261]), new DataView(new ArrayBuffer(1)), '€'])
          controller.enqueue(chunk);
        controller.close();
      },
    });
    expect(await (await ownFetch()(url, upload(body))).text()).toBe('éab\0€');
  });
});
