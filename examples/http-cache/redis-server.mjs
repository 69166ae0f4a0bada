import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

/** A Redis on this machine that keeps nothing on disk. */
export class RedisServer {
  #process;
  port;

  /** On the port that it had before, if it had one. */
  async start() {
    this.port ??= await freePort();
    const where = ['--bind', '127.0.0.1', '--port', String(this.port)];
    this.#process = spawn('redis-server', [...where, '--save', '', '--appendonly', 'no']);
    const mine = this.#process;
    // Whatever becomes of this program, it leaves no Redis behind.
    process.once('exit', () => mine.kill());
    await new Promise((resolve, reject) => {
      this.#process.once('error', reject);
      this.#process.once('exit', (code) => reject(new Error(`redis-server ended with ${code}.`)));
      this.#process.stdout.on('data', (said) => String(said).includes('Ready to accept') && resolve());
    });
  }

  async stop() {
    if (!this.#process?.pid || this.#process.exitCode !== null) return;
    const gone = once(this.#process, 'exit');
    this.#process.kill();
    await gone;
  }
}
