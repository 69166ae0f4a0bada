import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTape, type Tape, type TapeOptions } from '../../lib/entries/har.js';
import { createApi, defineRequest } from '../../lib/index.js';
import { byRoutes, startServer } from '../support/start-server.cjs';

type Server = Awaited<ReturnType<typeof startServer>>;

let folder: string;
let server: Server;
let asked: number;

const CI = process.env['CI'];

beforeEach(async () => {
  delete process.env['CI'];
  folder = await mkdtemp(join(tmpdir(), 'homing-tape-'));
  asked = 0;
  const route = byRoutes({
    login: ({ response }) => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session=hunter2' });
      response.end(JSON.stringify({ token: 'hunter2', user: { id: 7 } }));
    },
    users: ({ request, response, count }) => {
      asked += 1;
      response.writeHead(count === 1 ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ asked: request.headers.authorization === 'Bearer hunter2', count }));
    },
  });
  server = await startServer(route);
});

afterEach(async () => {
  if (CI === undefined) delete process.env['CI'];
  else process.env['CI'] = CI;
  await server.close();
  await rm(folder, { recursive: true });
});

const run = async (tape: Tape, baseUrl: string) => {
  const api = createApi({
    baseUrl,
    fetch: tape.fetch,
    requests: {
      login: defineRequest<{ token: string }, { name: string; password: string }>()({
        method: 'POST',
        path: '/login',
      }),
      user: defineRequest<unknown, { id: number }>()({ method: 'GET', path: '/users/:id' }),
    },
  });
  const { data } = await api.login({ name: 'ada', password: 'hunter2' });
  const headers = { authorization: `Bearer ${data?.token ?? ''}` };
  const users = [await api.user({ id: 1 }, { headers }), await api.user({ id: 1 }, { headers })];
  return users.map(({ data: user, error }) => error?.status ?? user);
};

const inTape = async (options: TapeOptions, baseUrl: string): Promise<unknown> => {
  const tape = await openTape(join(folder, 'a/b/users.har'), options);
  const seen = await run(tape, baseUrl);
  await tape.close();
  return seen;
};

describe('a client whose fetch is a tape', () => {
  const SEEN = [503, { asked: true, count: 2 }];

  it('records once, and replays without the server, for another origin and with other secrets', async () => {
    const options = { secrets: ['hunter2'] };
    expect(await inTape(options, server.url)).toEqual(SEEN);
    const file = join(folder, 'a/b/users.har');
    const written = await readFile(file, 'utf8');
    expect(written).not.toContain('hunter2');
    await server.close();
    expect(await inTape(options, 'https://elsewhere.test')).toEqual(SEEN);
    expect([asked, await readFile(file, 'utf8'), await readdir(join(folder, 'a/b'))]).toEqual([
      3,
      written,
      ['users.har'],
    ]);
  });

  it('writes the same file when it is recorded again', async () => {
    await inTape({}, server.url);
    const file = join(folder, 'a/b/users.har');
    const first = await readFile(file, 'utf8');
    const { url } = server;
    await server.close();
    const tape = await openTape(file, { mode: 'record', fetch: (await openTape(file)).fetch });
    await run(tape, url);
    await tape.close();
    expect(await readFile(file, 'utf8')).toBe(first);
  });

  it('records nothing if CI is set', async () => {
    process.env['CI'] = 'true';
    await expect(inTape({}, server.url)).rejects.toThrow('CI is set, so nothing is recorded.');
    process.env['CI'] = 'false';
    expect(await inTape({}, server.url)).toEqual(SEEN);
  });

  it("throws an error with the code if the file can't be read", async () => {
    await writeFile(join(folder, 'a'), '');
    await expect(inTape({}, server.url)).rejects.toThrow(/ENOTDIR/);
  });
});
