import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFetch } from '../../lib/entries/node.js';
import { dispatcherCases } from '../support/dispatchers.js';
import { type LocalServer, startServer } from '../support/start-server.cjs';
import { type Fetch, fetchContract } from './fetch-contract.js';
import { fetchPages } from './fetch-server.js';
import { fetchWordings, inOwnWords } from './fetch-wordings.js';

let server: LocalServer;

beforeAll(async () => {
  server = await startServer(fetchPages);
});

afterAll(() => server.close());

const heard = new Set<string>();

describe.each(dispatcherCases)('nodeFetch over %s behaves like the global fetch', (_, create) => {
  const fetch = nodeFetch({ dispatcher: create() }) as Fetch;
  const at = (path: string): string => server.url + path;

  describe.each(Object.entries(fetchContract))('%s', (_group, cases) => {
    it.each(cases)('%s', async (_name, run) => {
      const ours = await run(fetch, at);
      const platforms = await run(globalThis.fetch, at);
      expect(ours).toEqual(inOwnWords(platforms, ours, (refused) => heard.add(refused)));
    });
  });
});

describe('the messages of nodeFetch that differ from the global fetch', () => {
  it('are all listed, and all listed messages occur', () => {
    expect([...heard].sort()).toEqual(fetchWordings.map(([refused]) => refused).sort());
  });

  it('are listed in docs/node.md', () => {
    const page = readFileSync('docs/node.md', 'utf8');
    const [, table] = /<!-- wordings -->\n(.*?)\n<!-- \/wordings -->/s.exec(page)!;
    const rows = fetchWordings.map(([refused, words]) => `| ${refused} | \`${words}\` |`);
    expect(table!.trim().split('\n').slice(2)).toEqual(rows);
  });
});
