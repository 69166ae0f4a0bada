import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { closed, ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Writes until the client takes no more, and tells whether it hung up. */
const tooMuch = async () => {
  let hungUp = false;
  const { url } = await serve((request, response) => {
    void closed(request).then(() => (hungUp = true));
    while (response.write(Buffer.alloc(1024 * 1024)) || response.writableLength < 8 * 1024 * 1024);
  });
  return { url, hungUp: () => hungUp };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a response that is dropped unread', () => {
  it('hangs up, so that no connection waits for nobody (trap 16: CVE-2026-2581)', async () => {
    const server = await tooMuch();
    await ownFetch()(server.url);
    while (!server.hungUp()) {
      collect();
      await turn();
    }
  });

  it('keeps its connection as long as its stream is held', async () => {
    const server = await tooMuch();
    const reader = (await ownFetch()(server.url)).body!.getReader();
    for (let at = 0; at < 5; at += 1) {
      collect();
      await turn();
    }
    expect(server.hungUp()).toBe(false);
    expect((await reader.read()).value?.length).toBeGreaterThan(0);
    await reader.cancel();
  });
});
