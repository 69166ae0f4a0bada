import { describe, expect, it } from 'vitest';
import { ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

const stream = (): ReadableStream =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('x'));
      controller.close();
    },
  });

/** A server that returns 421 for the first requests. */
const misdirecting = async (times: number) => {
  const bodies: string[] = [];
  const sockets = new Set<unknown>();
  const { url } = await serve(async (request, response) => {
    sockets.add(request.socket);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    response.writeHead(bodies.length > times ? 200 : 421).end();
  });
  return { url, bodies, sockets };
};

describe('a request with status 421 (wrong server)', () => {
  it.each([
    ['without a body', undefined, ''],
    ['with a body in memory', 'x', 'x'],
  ])('is sent again on another connection %s', async (_, body, received) => {
    const { url, bodies, sockets } = await misdirecting(1);
    const init = body === undefined ? {} : { method: 'POST', body };
    expect((await ownFetch()(url, init)).status).toBe(200);
    expect(bodies).toEqual([received, received]);
    expect(sockets.size).toBe(2);
  });

  it('is not sent a third time', async () => {
    const { url, bodies } = await misdirecting(2);
    expect((await ownFetch()(url)).status).toBe(421);
    expect(bodies).toHaveLength(2);
  });

  it('is not sent again if its body is a stream', async () => {
    const { url } = await misdirecting(1);
    const init = { method: 'POST', body: stream(), duplex: 'half' } as RequestInit;
    expect((await ownFetch()(url, init)).status).toBe(421);
  });
});

describe('a response with an integrity hash', () => {
  it('is limited in size while it is read', async () => {
    const { url } = await serve((_request, response) => response.end('x'.repeat(2000)));
    const call = ownFetch({ maxResponseSize: 1000 })(url, { integrity: 'sha256-AAAA' });
    await expect(call).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/exceeds 1000/) },
    });
  });

  it('can be aborted while it is read', async () => {
    const controller = new AbortController();
    const { url } = await serve((_request, response) => {
      response.write('begun');
      setImmediate(() => controller.abort('why'));
    });
    const call = ownFetch()(url, { integrity: 'sha256-AAAA', signal: controller.signal });
    await expect(call).rejects.toBe('why');
  });
});

describe('maxResponseSize', () => {
  it('applies to a data: URL (trap 13: axios#7011)', async () => {
    await expect(
      (await ownFetch({ maxResponseSize: 1000 })(`data:,${'x'.repeat(2000)}`)).text(),
    ).rejects.toThrow(/exceeds 1000/);
  });
});
