import { setTimeout as sleep } from 'node:timers/promises';
import { RawServer } from '../faults/raw-server.mjs';
import { BEHAVIOURS, elsewhere, WHOLE } from './behaviours.mjs';

/** The run that a request belongs to: `17.3` of `/json/17.3`. */
const runOf = (path) => path.split('/')[2]?.split('?')[0] ?? '';

/** A server for each behaviour, and the one that redirects lead to. They know which run asked how often. */
export class BadServers {
  elsewhere = new RawServer(elsewhere, {});
  #seen = new Map();
  /** The connections whose answer is not over, and whose they are. */
  #busy = new Map();
  #connect = (connection) => {
    // One that is used again has an answer after the other that waits for its end.
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

  /** How many requests came in for this run. */
  seen(run) {
    return this.#seen.get(run) ?? 0;
  }

  /** Of these runs, those whose answers are not over and whose connections are not closed, some time after they were. */
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
