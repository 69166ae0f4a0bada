import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Credentials } from '../../lib/entries/auth.js';
import { useServers } from '../support/node-server.js';
import { useProgram } from '../support/program.js';

const serve = useServers();

const PROCESSES = 4;
/** Lifetime of a token in milliseconds. */
const LIFE = 300;
/** How often the token must expire after all processes have started. */
const EXPIRIES = 2;

const run = useProgram('credentials-process.ts');

/** The failures of one process. */
const failuresOf = async (url: string, name: number): Promise<string[]> =>
  JSON.parse((await run(url, String(name))).printed) as string[];

/** An authorization server with single-use refresh tokens, the service, and a store with a lock for all processes. */
class World {
  readonly grants: { readonly at: number; readonly expiresAt: number }[] = [];
  refused = 0;
  stored: Credentials | null;
  #refreshToken = 'R0';
  readonly #names = new Set<string | null>();
  #grantsBefore = 0;
  #isLocked = false;
  readonly #waiting: (() => void)[] = [];

  constructor() {
    this.stored = { token: 'T0', expiresAt: 0, refreshToken: this.#refreshToken };
  }

  async answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    const { pathname, searchParams } = new URL(String(request.url), 'http://localhost');
    const body = JSON.parse((await text(request)) || 'null') as Record<string, unknown> | null;
    switch (`${String(request.method)} ${pathname}`) {
      case 'GET /store':
        return [200, this.stored];
      case 'PUT /store':
        this.stored = (body?.['session'] ?? null) as Credentials | null;
        return [200, null];
      case 'POST /lock':
        if (this.#isLocked) await new Promise<void>((resolve) => this.#waiting.push(resolve));
        this.#isLocked = true;
        return [200, null];
      case 'DELETE /lock':
        this.#isLocked = false;
        this.#waiting.shift()?.();
        return [200, null];
      case 'POST /token':
        return this.#grant(body?.['refreshToken']);
      default:
        return this.#serve(request.headers.authorization, searchParams.get('name'));
    }
  }

  #grant(refreshToken: unknown): [number, unknown] {
    if (refreshToken !== this.#refreshToken) {
      this.refused += 1;
      return [400, { error: 'invalid_grant' }];
    }
    const at = Date.now();
    const expiresAt = at + LIFE;
    this.grants.push({ at, expiresAt });
    const number = String(this.grants.length);
    this.#refreshToken = `R${number}`;
    return [200, { token: `T${number}`, expiresAt, refreshToken: this.#refreshToken }];
  }

  /** Accept older tokens too, so that no call fails on a busy machine: the clients track the expiry. */
  #serve(authorization: string | undefined, name: string | null): [number, unknown] {
    if (!/^Bearer T[1-9]/.test(authorization ?? '')) return [401, null];
    this.#names.add(name);
    if (this.#names.size < PROCESSES) this.#grantsBefore = this.grants.length;
    return [200, this.grants.length < this.#grantsBefore + EXPIRIES ? 'an item' : 'enough'];
  }
}

describe('four processes that share a session with single-use refresh tokens (rules.md#credentials)', () => {
  it('request one grant for each expiry, and every call returns data', async () => {
    const world = new World();
    const { url } = await serve(async (request, response) => {
      const [status, body] = await world.answer(request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const failures = await Promise.all(Array.from({ length: PROCESSES }, (_, name) => failuresOf(url, name)));
    expect(failures.flat()).toEqual([]);
    const early = world.grants.filter(({ at }, index) => at < (world.grants[index - 1]?.expiresAt ?? 0));
    expect({ early, refused: world.refused }).toEqual({ early: [], refused: 0 });
    expect(world.grants.length).toBeGreaterThan(EXPIRIES);
  });
});
