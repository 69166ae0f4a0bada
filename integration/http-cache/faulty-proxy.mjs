import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A proxy to a port that can delay, cut and stall connections. */
export class ShakyProxy {
  /** Milliseconds of delay per piece, in both directions. */
  delay = 0;
  /** Whether sent data is lost. */
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

  /** Ends all connections immediately. */
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
