import { createServer } from 'node:net';
import { listen } from '../../spec/support/start-server.cjs';
import { Connection } from './connection.mjs';

/**
 * A TCP server on a free port of the loopback that speaks as much or as little HTTP as a row makes it.
 *
 * @typedef {(connection: Connection, request: object, stage: object) => unknown} Behaviour
 */
export class RawServer {
  /** Every request whose head came in, in order. */
  requests = [];
  connections = 0;
  #server;
  #open = new Set();

  /**
   * @param {{ connect?: Behaviour, head?: Behaviour, answer?: Behaviour }} behaviour What happens when a client
   *   connects, when a request's head is there, and when its body is too.
   * @param {object} stage What the behaviour may use: messages to and from the client, the other server's URL.
   */
  constructor({ connect, head, answer }, stage) {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      this.connections += 1;
      const connection = new Connection(socket, {
        head: (from) => {
          this.requests.push(from.request);
          void head?.(from, from.request, stage);
        },
        request: (from, request) => void answer?.(from, request, stage),
      });
      this.#open.add(connection);
      socket.once('close', () => this.#open.delete(connection));
      void connect?.(connection, undefined, stage);
    });
  }

  async listen() {
    // Hundreds connect at once, and one that finds the queue full comes again a second later.
    const { url, close } = await listen(this.#server, { backlog: 4096 });
    Object.assign(this, { url, stop: close });
  }

  /** How many connections are open. */
  get open() {
    return this.#open.size;
  }

  /** Resolves with true when every connection was closed; with false when one is still open after `ms`. */
  async allClosed(ms) {
    const closings = Promise.all([...this.#open].map((connection) => connection.closed())).then(() => true);
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, ms, false)));
    return Promise.race([closings, late]).finally(() => clearTimeout(timer));
  }

  stopListening() {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
