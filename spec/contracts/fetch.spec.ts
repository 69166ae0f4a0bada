import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nodeFetch } from '../../lib/node.js';
import { dispatcherCases } from '../support/dispatchers.js';
import { type LocalServer, startServer } from '../support/start-server.cjs';
import { type Fetch, fetchContract } from './fetch-contract.js';
import { fetchPages } from './fetch-server.js';

let server: LocalServer;

beforeAll(async () => {
  server = await startServer(fetchPages);
});

afterAll(() => server.close());

describe.each(dispatcherCases)('nodeFetch over %s does as the global fetch does', (_, create) => {
  const fetch = nodeFetch({ dispatcher: create() }) as Fetch;
  const at = (path: string): string => server.url + path;

  describe.each(Object.entries(fetchContract))('%s', (_group, cases) => {
    it.each(cases)('%s', async (_name, run) => {
      expect(await run(fetch, at)).toEqual(await run(globalThis.fetch, at));
    });
  });
});
