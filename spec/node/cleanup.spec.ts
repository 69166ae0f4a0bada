import { describe, expect, it } from 'vitest';
import { collectAll, collectUntil } from '../support/collect.js';
import { closed, ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

/** Sends a few bytes of a body and then nothing. Reports when the client closes the connection. */
const stalling = async (headers: Record<string, string> = {}) => {
  let hungUp = false;
  let seen = (): void => undefined;
  const hangUp = new Promise<void>((resolve) => (seen = resolve));
  const { url } = await serve((request, response) => {
    void closed(request).then(() => {
      hungUp = true;
      seen();
    });
    response.writeHead(200, headers).write('data: 1\n\n');
  });
  return { url, hangUp, hungUp: () => hungUp };
};

const drop = async (url: string | Request): Promise<void> => {
  await ownFetch()(url);
};

const dropStream = async (url: string): Promise<void> => {
  const reader = (await ownFetch()(url)).body!.getReader();
  await reader.read();
};

const dropClones = async (url: string): Promise<void> => {
  const response = await ownFetch()(url);
  await response.clone().body!.getReader().read();
};

/** Writes until the client accepts no more data. Reports whether the client closed the connection. */
const tooMuch = async () => {
  let hungUp = false;
  const { url } = await serve((request, response) => {
    void closed(request).then(() => (hungUp = true));
    while (response.write(Buffer.alloc(1024 * 1024)) || response.writableLength < 8 * 1024 * 1024);
  });
  return { url, hungUp: () => hungUp };
};

describe('the socket of a call closes', () => {
  it.each<[string, (response: Response) => unknown]>([
    ['is canceled', (response) => response.body!.cancel()],
    [
      'is canceled by its reader',
      async (response) => {
        const reader = response.body!.getReader();
        await reader.read();
        await reader.cancel();
      },
    ],
  ])('when a small response %s before the rest arrives', async (_, end) => {
    const { url, hangUp } = await stalling({ 'content-length': '100' });
    await end(await ownFetch()(url));
    await hangUp;
  });

  it("when a redirect is followed whose body doesn't arrive", async () => {
    const { url, hangUp } = await stalling();
    const { url: first } = await serve((_request, response) =>
      response.writeHead(302, { location: url, 'content-length': '100' }).write('x'),
    );
    const response = await ownFetch()(first);
    await response.body!.cancel();
    await hangUp;
  });

  it.each<[string, (url: string) => Promise<void>]>([
    ['unread', drop],
    ['as the response to a Request', (url) => drop(new Request(url))],
    ['after its stream was partly read', dropStream],
    ['together with its clone', dropClones],
  ])('when an incomplete small response is dropped %s', async (_, dropped) => {
    const { url, hungUp } = await stalling({ 'content-type': 'text/event-stream' });
    await dropped(url);
    await collectUntil(hungUp);
    expect(hungUp()).toBe(true);
  });

  it('but not while the caller can still read the response', async () => {
    const { url, hungUp } = await stalling();
    const response = await ownFetch()(url);
    await collectAll();
    const reader = response.clone().body!.getReader();
    await collectAll();
    expect(hungUp()).toBe(false);
    expect((await reader.read()).value?.length).toBe(9);
  });
});

describe('a response that is dropped unread', () => {
  it("closes its connection, so that the connection doesn't stay open unused (trap 16: CVE-2026-2581)", async () => {
    const server = await tooMuch();
    await ownFetch()(server.url);
    await collectUntil(server.hungUp);
  });
});
