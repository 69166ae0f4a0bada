import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

/** Starts a Redis server with persistence, which can be killed and restarted. */
export class RedisServer {
  #folder;
  #process;
  #options;
  port;

  /** @param options More options for redis-server. */
  constructor(options = []) {
    this.#options = options;
  }

  async start() {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'homing-redis-'));
    this.port ??= await freePort();
    const keeping = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    const place = ['--dir', this.#folder, '--bind', '127.0.0.1', '--port', String(this.port)];
    this.#process = spawn('redis-server', [...place, ...keeping, ...this.#options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve, reject) => {
      let told = '';
      this.#process.stdout.setEncoding('utf8').on('data', (chunk) => {
        told += chunk;
        if (told.includes('Ready to accept connections')) resolve();
      });
      this.#process.once('error', reject);
      this.#process.once('exit', () => reject(new Error(`redis-server ended.\n${told}`)));
    });
  }

  /** Kills the server immediately. */
  async kill() {
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await gone;
  }

  async close() {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.kill();
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }
}
