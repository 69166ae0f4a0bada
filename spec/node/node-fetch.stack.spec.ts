import { describe, expect, it } from 'vitest';
import { ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

const stackOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return '';
  } catch (error) {
    return (error as Error).stack ?? '';
  }
};

async function theCaller(url: string): Promise<unknown> {
  return await ownFetch()(url);
}

describe('the stack of a failed call', () => {
  it('names the caller if the connection is refused', async () => {
    expect(await stackOf(theCaller('http://127.0.0.1:2/'))).toMatch(
      /^TypeError: fetch failed[^]*at (async )?theCaller/,
    );
  });

  it('names the caller if the server closes the connection', async () => {
    const { url } = await serve((request) => request.socket.destroy());
    expect(await stackOf(theCaller(url))).toContain('theCaller');
  });

  it('names the caller of an invalid request', async () => {
    expect(await stackOf(theCaller('nowhere'))).toContain('theCaller');
  });
});
