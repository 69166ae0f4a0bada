import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A way to a port that can be made slow, cut, and hung. */
export class ShakyProxy {
  /** Milliseconds that each piece takes, either way. */
  delay = 0;
  /** Whether what is sent gets lost. */
  isDeaf = false;
  #server;
  #sockets = new Set();

  async start(port) {
    this.#server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      this.#pass(near, far);
      this.#pass(far, near);
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this.#server.address().port;
  }

  /** Ends all connections in the middle of whatever they carry. */
  cut() {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  close() {
    this.#server?.close();
    this.cut();
  }

  #pass(from, to) {
    this.#sockets.add(from);
    from.on('data', (piece) => {
      if (!this.isDeaf) setTimeout(() => to.writable && to.write(piece), this.delay);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
