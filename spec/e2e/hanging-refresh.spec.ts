import { describe, expect, it } from 'vitest';
import { useServers } from '../support/node-server.js';
import { useProgram } from '../support/program.js';

const serve = useServers();
const run = useProgram('hanging-refresh.ts');

describe('a process that has finished while a refresh hangs (rules.md#credentials)', () => {
  it.each([
    ['given-up', 'fetch', 'abort'],
    ['given-up', 'oauth', 'abort'],
    ['given-up', 'nothing', 'abort'],
    ['background', 'fetch', 'data'],
    ['background', 'oauth', 'data'],
    ['background', 'nothing', 'data'],
  ])(
    'ends: %s, by %s',
    async (how, kind, printed) => {
      const { url } = await serve((request, response) => {
        // The token endpoint never answers.
        if (request.url === '/things')
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
      const began = Date.now();
      expect(await run(url, how, kind)).toEqual({ printed, code: 0 });
      // Far below the refreshTimeout of 30 s.
      expect(Date.now() - began).toBeLessThan(15_000);
    },
    60_000,
  );
});
