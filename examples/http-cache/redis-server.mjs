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

/** A local Redis server that stores nothing on disk. */
export class RedisServer {
  #process;
  port;

  /** Starts the server. A restart uses the same port. */
  async start() {
    this.port ??= await freePort();
    const where = ['--bind', '127.0.0.1', '--port', String(this.port)];
    this.#process = spawn('redis-server', [...where, '--save', '', '--appendonly', 'no']);
    const mine = this.#process;
    // Stop Redis even if this program crashes.
    process.once('exit', () => mine.kill());
    await new Promise((resolve, reject) => {
      this.#process.once('error', reject);
      this.#process.once('exit', (code) => reject(new Error(`redis-server exited with code ${code}.`)));
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
