import { describe, expect, it } from 'vitest';
import { collectAll, collectUntil } from '../support/collect.js';
import { closed, ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

/** Sends a few bytes of a body and then nothing; says when the client has hung up. */
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

/** Writes until the client takes no more, and tells whether it hung up. */
const tooMuch = async () => {
  let hungUp = false;
  const { url } = await serve((request, response) => {
    void closed(request).then(() => (hungUp = true));
    while (response.write(Buffer.alloc(1024 * 1024)) || response.writableLength < 8 * 1024 * 1024);
  });
  return { url, hungUp: () => hungUp };
};

describe('no socket outlives its call', () => {
  it.each<[string, (response: Response) => unknown]>([
    ['is cancelled', (response) => response.body!.cancel()],
    [
      'is cancelled by its reader',
      async (response) => {
        const reader = response.body!.getReader();
        await reader.read();
        await reader.cancel();
      },
    ],
  ])('when a small answer %s whose rest does not come', async (_, end) => {
    const { url, hangUp } = await stalling({ 'content-length': '100' });
    await end(await ownFetch()(url));
    await hangUp;
  });

  it('when a redirect is followed whose body does not come', async () => {
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
    ['as the answer to a Request', (url) => drop(new Request(url))],
    ['when its stream was read for a while', dropStream],
    ['with its clone', dropClones],
  ])('when a small answer that goes on is dropped %s', async (_, dropped) => {
    const { url, hungUp } = await stalling({ 'content-type': 'text/event-stream' });
    await dropped(url);
    await collectUntil(hungUp);
    expect(hungUp()).toBe(true);
  });

  it('but none is closed that someone may still read from', async () => {
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
  it('hangs up, so that no connection waits for nobody (trap 16: CVE-2026-2581)', async () => {
    const server = await tooMuch();
    await ownFetch()(server.url);
    await collectUntil(server.hungUp);
  });
});
