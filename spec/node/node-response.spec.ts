import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NodeResponse } from '../../lib/node/node-response.js';
import { closed, ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

const answering = async (
  body: string | Buffer,
  headers: Record<string, string | string[]> = {},
  status = 200,
) => {
  const { url } = await serve((_request, response) => response.writeHead(status, headers).end(body));
  return ownFetch()(url);
};

describe('the response of nodeFetch', () => {
  it("is a Response with every member of the platform's Response", async () => {
    expect(await answering('')).toBeInstanceOf(Response);
    const own = Object.getOwnPropertyNames(NodeResponse.prototype);
    expect(own).toEqual(expect.arrayContaining(Object.getOwnPropertyNames(Response.prototype)));
  });

  it('yields its text as it arrives, once', async () => {
    const response = (await answering('ab\u00e4')) as unknown as NodeResponse;
    const chunks: string[] = [];
    for await (const chunk of response.textStream()) chunks.push(chunk);
    expect([chunks.join(''), response.bodyUsed]).toEqual(['abä', true]);
    expect(() => response.textStream()).toThrow(/already been read/);
    const empty = (await answering('', {}, 204)) as unknown as NodeResponse;
    for await (const chunk of empty.textStream()) chunks.push(chunk);
    expect(chunks.join('')).toBe('abä');
  });

  it("is printed by inspect like the platform's Response", async () => {
    expect(inspect(await answering('', {}, 404))).toMatch(/status: 404/);
  });

  it('keeps each set-cookie line', async () => {
    const { headers } = await answering('', {
      'set-cookie': ['a=1; Expires=Mon, 01 Jan 2035 00:00:00 GMT', 'b=2'],
    });
    expect(headers.getSetCookie()).toEqual(['a=1; Expires=Mon, 01 Jan 2035 00:00:00 GMT', 'b=2']);
  });

  it('keeps a status that only a server can produce', async () => {
    const response = await answering('text', {}, 999);
    expect([response.status, response.ok, response.clone().status]).toEqual([999, false, 999]);
  });

  it('closes the connection when the stream of a compressed body is canceled', async () => {
    let hungUp: Promise<void> | undefined;
    const { url } = await serve((request, response) => {
      hungUp = closed(request);
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('text').subarray(0, 20));
    });
    const { body } = await ownFetch()(url);
    const reader = body!.getReader();
    const pending = reader.read();
    await reader.cancel();
    expect(await pending).toMatchObject({ done: true });
    await hungUp;
  });
});
