import { setTimeout as sleep } from 'node:timers/promises';
import { RawServer } from '../faults/raw-server.mjs';
import { BEHAVIOURS, elsewhere, WHOLE } from './behaviours.mjs';

/** The run that a request belongs to: `17.3` of `/json/17.3`. */
const runOf = (path) => path.split('/')[2]?.split('?')[0] ?? '';

/** One server per behavior, and the target of redirects. They count the requests of each run. */
export class BadServers {
  elsewhere = new RawServer(elsewhere, {});
  #seen = new Map();
  /** The connections with an unfinished response, and their runs. */
  #busy = new Map();
  #connect = (connection) => {
    // On a reused connection, each response waits for its own end.
    connection.socket.setMaxListeners(0);
    void connection.closed().then(() => this.#busy.delete(connection));
  };

  #servers = BEHAVIOURS.map(
    ({ servers }) => new RawServer({ connect: this.#connect, answer: this.#answer(servers) }, {}),
  );

  async listen() {
    await Promise.all([...this.#servers, this.elsewhere].map((server) => server.listen()));
  }

  /** The URLs, in the order of the behaviours. */
  get urls() {
    return this.#servers.map(({ url }) => url);
  }

  /** The number of requests for this run. */
  seen(run) {
    return this.#seen.get(run) ?? 0;
  }

  /** The runs with unfinished responses on open connections, some time after the end of the runs. */
  async stillOpen(runs) {
    const mine = () => [...this.#busy.values()].filter((run) => runs.has(run));
    for (let tries = 0; tries < 100 && mine().length > 0; tries += 1) await sleep(30);
    return mine();
  }

  async stop() {
    await Promise.all([...this.#servers, this.elsewhere].map((server) => server.stop()));
  }

  #answer(servers) {
    return async (connection, request) => {
      if (request.path.endsWith('/elsewhere')) return elsewhere.answer(connection, request);
      const run = runOf(request.path);
      const count = this.seen(run) + 1;
      this.#seen.set(run, count);
      this.#busy.set(connection, run);
      const serve = servers[Number.parseInt(run, 10) % servers.length] ?? servers[0];
      const stage = { count: () => count, elsewhere: this.elsewhere.url };
      const told = await serve(connection, request, stage);
      if (told === WHOLE) this.#busy.delete(connection);
    };
  }
}
