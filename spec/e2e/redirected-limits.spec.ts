import { describe, expect, it } from 'vitest';
import { createApi, defineRequest } from '../../lib/index.js';
import { RateLimitPlugin } from '../../lib/entries/resilience.js';
import { heldBack } from '../support/limited.js';
import { useServers } from '../support/node-server.js';

describe('the rate limit of a redirect target (rules.md#rate-limit)', () => {
  const serve = useServers();

  /** A client of a server that redirects to another server, which is rate-limited for an hour. */
  const sentOn = async (toItself: boolean, preset?: 'github') => {
    const other = await serve((_request, response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end('{"message":"rate limit"}');
    });
    const server = await serve(({ url = '' }, response) => {
      const location = toItself ? '/busy' : `${other.url}/busy`;
      if (url === '/busy') response.writeHead(429, { 'retry-after': '3600' }).end('{}');
      else if (url.startsWith('/moved')) response.writeHead(302, { location }).end();
      else response.end('{}');
    });
    return createApi({
      baseUrl: server.url,
      middleware: [new RateLimitPlugin({ preset })],
      requests: { read: defineRequest<object>()({ method: 'GET', path: '/:name' }) },
    });
  };

  it.each([undefined, 'github'] as const)(
    "doesn't apply to the service that redirected if they are two services (preset %o)",
    async (preset) => {
      const { read } = await sentOn(false, preset);
      expect((await read({ name: 'moved' })).error?.status).toBe(429);
      expect((await read({ name: 'here' })).error).toBeNull();
    },
  );

  it('applies to the service that redirected if both are the same service', async () => {
    const { read } = await sentOn(true);
    expect((await read({ name: 'moved' })).error?.status).toBe(429);
    expect(await heldBack(read({ name: 'here' }))).toMatchObject({ reason: 'wait-too-long' });
  });
});
