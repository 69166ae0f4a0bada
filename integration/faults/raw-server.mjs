import { createServer } from 'node:net';
import { listen } from '../../spec/support/start-server.cjs';
import { Connection } from './connection.mjs';

/**
 * A TCP server on a free loopback port. A row decides how much HTTP it speaks.
 *
 * @typedef {(connection: Connection, request: object, stage: object) => unknown} Behaviour
 */
export class RawServer {
  /** All requests whose head arrived, in order. */
  requests = [];
  connections = 0;
  #server;
  #open = new Set();

  /**
   * @param {{ connect?: Behaviour, head?: Behaviour, answer?: Behaviour }} behaviour The behavior when a client
   *   connects, when a request's head has arrived, and when its body has arrived.
   * @param {object} stage The tools of the behavior: messages to and from the client, the other server's URL.
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
    // Hundreds connect at once. If the queue is full, a client retries only after one second.
    const { url, close } = await listen(this.#server, { backlog: 4096 });
    Object.assign(this, { url, stop: close });
  }

  /** The number of open connections. */
  get open() {
    return this.#open.size;
  }

  /** Resolves with true when all connections are closed, or with false if one is still open after `ms`. */
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
