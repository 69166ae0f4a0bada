import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { CookieJar } from 'tough-cookie';
import type { NodeFetchOptions } from '../../lib/entries/node.js';
import { ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

interface Sending {
  readonly headers?: Record<string, string>;
  readonly cookies?: (of: string) => Promise<CookieJar>;
}

/** A jar with a cookie for this URL. */
const jarFor = async (url: string): Promise<CookieJar> => {
  const jar = new CookieJar();
  await jar.setCookie('secret=s', url);
  return jar;
};

/** Whether a secret is among the headers. */
const hasSecret = (headers: IncomingHttpHeaders): boolean =>
  Object.values(headers).some((value) => /\bs3cret\b|secret=s/.test(String(value)));

/** The hops that receive the secret on redirects from A to A, to B and back to A. */
const hopsWith = async ({ headers = {}, cookies }: Sending, status: number): Promise<string[]> => {
  const hops: string[] = [];
  const way: Record<string, string> = {};
  const listenAt = (name: string) =>
    serve((request, response) => {
      const place = `${name}${request.url ?? ''}`;
      if (hasSecret(request.headers)) hops.push(place);
      request.resume();
      const location = way[place];
      if (location) response.writeHead(status, { location }).end();
      else response.end('ok');
    });
  const a = await listenAt('A');
  const b = await listenAt('B');
  // A jar ignores ports, so use the other name of this machine as the other host.
  const otherHost = b.url.replace('127.0.0.1', 'localhost');
  Object.assign(way, { 'A/1': `${a.url}/2`, 'A/2': `${otherHost}/3`, 'B/3': `${a.url}/4` });
  const options: NodeFetchOptions = cookies ? { cookies: await cookies(a.url) } : {};
  const response = await ownFetch(options)(`${a.url}/1`, { headers, method: 'POST', body: 'x' });
  expect(await response.text()).toBe('ok');
  return hops;
};

const atHome = ['A/1', 'A/2'];

describe.each([301, 302, 303, 307, 308])(
  'trap 10: redirects with %d from A to A, to B and back to A',
  (status) => {
    it.each<[string, Sending, string[]]>([
      ['Authorization within A', { headers: { authorization: 'Bearer s3cret' } }, atHome],
      ['Proxy-Authorization within A', { headers: { 'Proxy-Authorization': 'Basic s3cret' } }, atHome],
      ['a Cookie of the caller within A', { headers: { Cookie: 'own=s3cret' } }, atHome],
      ['a key in a custom header within A', { headers: { 'X-API-Key': 's3cret' } }, atHome],
      ['a cookie of the jar to every URL of A', { cookies: jarFor }, [...atHome, 'A/4']],
    ])('forward %s', async (_, sending, hops) => {
      expect(await hopsWith(sending, status)).toEqual(hops);
    });
  },
);
