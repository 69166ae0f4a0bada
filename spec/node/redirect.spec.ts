import { describe, expect, it } from 'vitest';
import { ownFetch, useServers, echoHeaders } from '../support/node-server.js';

const serve = useServers();

const redirecting = (location: string, status = 302) =>
  serve((request, response) => {
    request.resume();
    response.writeHead(status, { location }).end();
  });

const secrets = {
  authorization: 'Bearer s',
  cookie: 'session=s',
  'proxy-authorization': 'Basic s',
  'x-api-key': 's',
  'x-amz-security-token': 's',
  traceparent: '00-1',
};
const harmless = { accept: 'text/css', 'accept-language': 'de', 'user-agent': 'spec', range: 'bytes=0-1' };

describe('a redirect to another origin', () => {
  it('forwards no header that could be a secret (trap 9: CVE-2026-40895, trap 10: got#1090)', async () => {
    const other = await serve(echoHeaders);
    const { url } = await redirecting(other.url);
    const seen = await (await ownFetch()(url, { headers: { ...secrets, ...harmless } })).json();
    expect(seen).toMatchObject(harmless);
    expect(Object.keys(secrets).filter((name) => name in seen)).toEqual([]);
  });

  it('sends the body and its type again with 307', async () => {
    const other = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      response.end(JSON.stringify([request.method, request.headers['content-type'], body]));
    });
    const { url } = await redirecting(other.url, 307);
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', ...secrets } };
    expect(await (await ownFetch()(url, init)).json()).toEqual(['POST', 'application/json', '{}']);
  });

  it('includes a redirect to another port', async () => {
    const other = await serve(echoHeaders);
    const { url } = await redirecting(other.url.replace('127.0.0.1', 'localhost'));
    expect(await (await ownFetch()(url, { headers: secrets })).json()).not.toHaveProperty('x-api-key');
  });
});

describe('a redirect within the origin', () => {
  it('forwards all headers', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/there') echoHeaders(request, response);
      else response.writeHead(302, { location: '/there' }).end();
    });
    expect(await (await ownFetch()(url, { headers: secrets })).json()).toMatchObject(secrets);
  });

  it('sends every part of a form again with 308', async () => {
    const { url } = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      if (request.url === '/there') response.end(body);
      else response.writeHead(308, { location: '/there' }).end();
    });
    const body = new FormData();
    body.append('name', 'Ada');
    expect(await (await ownFetch()(url, { method: 'POST', body })).text()).toMatch(/name="name"\r\n\r\nAda/);
  });

  it('reuses the connection', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      if (request.url === '/there') response.end();
      else response.writeHead(302, { location: '/there', 'content-length': 5 }).end('moved');
    });
    await ownFetch()(url);
    expect(ports.size).toBe(1);
  });

  it("doesn't wait for a redirect response whose own body never ends", async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/there') response.end('arrived');
      else response.writeHead(302, { location: '/there' }).write('begun');
    });
    expect(await (await ownFetch()(url)).text()).toBe('arrived');
  });

  it('ends with the signal between two requests', async () => {
    const controller = new AbortController();
    const { url } = await serve((request, response) => {
      if (request.url === '/there') controller.abort(new RangeError('mine'));
      else response.writeHead(302, { location: '/there' }).end();
    });
    await expect(ownFetch()(url, { signal: controller.signal })).rejects.toThrow('mine');
  });
});

describe("a redirect that nodeFetch doesn't follow", () => {
  it.each(['unix:/run/x.sock', 'file:///etc/passwd', 'data:,x'])(
    'leads to %s (trap 11: CVE-2022-33987)',
    async (to) => {
      const { url } = await redirecting(to);
      await expect(ownFetch()(url)).rejects.toThrow('fetch failed');
    },
  );

  it("can't reach a socket through a host named unix (trap 11: CVE-2022-33987)", async () => {
    const { url } = await redirecting('http://unix:/run/x.sock:/');
    await expect(ownFetch()(url)).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) },
    });
  });

  it('causes an error that contains the reason', async () => {
    const { url } = await redirecting('/elsewhere');
    const failed = ownFetch()(url, { redirect: 'error' });
    await expect(failed).rejects.toMatchObject({ cause: { message: 'unexpected redirect' } });
  });
});
