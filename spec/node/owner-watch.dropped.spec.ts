import { describe, expect, it } from '@jest/globals';
import { collectAll, collectUntil } from '../support/collect.js';
import { closed, ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

/** Writes until the client takes no more, and tells whether it hung up. */
const tooMuch = async () => {
  let hungUp = false;
  const { url } = await serve((request, response) => {
    void closed(request).then(() => (hungUp = true));
    while (response.write(Buffer.alloc(1024 * 1024)) || response.writableLength < 8 * 1024 * 1024);
  });
  return { url, hungUp: () => hungUp };
};

describe('a response that is dropped unread', () => {
  it('hangs up, so that no connection waits for nobody (trap 16: CVE-2026-2581)', async () => {
    const server = await tooMuch();
    await ownFetch()(server.url);
    await collectUntil(server.hungUp);
  });

  it('keeps its connection as long as its stream is held', async () => {
    const server = await tooMuch();
    const reader = (await ownFetch()(server.url)).body!.getReader();
    await collectAll(5);
    expect(server.hungUp()).toBe(false);
    expect((await reader.read()).value?.length).toBeGreaterThan(0);
    await reader.cancel();
  });
});
