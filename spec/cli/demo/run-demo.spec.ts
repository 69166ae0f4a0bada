import { describe, expect, it } from 'vitest';
import { EventEmitter, once } from 'node:events';
import { runDemo } from '../../../lib/cli/demo/run-demo.js';

/** Starts `homing demo` with these arguments, and collects what it prints. */
function start(...args: string[]) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const signals = new EventEmitter();
  const printed = new EventEmitter();
  const output = (lines: string[]) => ({
    write: (text: string) => {
      lines.push(text.trimEnd());
      printed.emit('line');
    },
  });
  const process = {
    pid: 1,
    stdout: output(stdout),
    stderr: output(stderr),
    on: (name: string, listener: () => void) => signals.on(name, listener),
    off: (name: string, listener: () => void) => signals.off(name, listener),
  };
  return { code: runDemo(args, process), stdout, stderr, signals, printed };
}

/** Starts the demo on a free port, uses it, and stops it with SIGINT. */
async function withDemo(use: (url: string, stdout: readonly string[]) => Promise<void>): Promise<void> {
  const { code, stdout, signals, printed } = start('--port', '0');
  await once(printed, 'line');
  const [url = ''] = /http:\/\/localhost:\d+/.exec(stdout[0] ?? '') ?? [];
  try {
    await use(url, stdout);
  } finally {
    signals.emit('SIGINT');
    expect(await code).toBe(0);
  }
}

const post = (url: string, body: string) => fetch(`${url}/users`, { method: 'POST', body });

describe('homing demo', () => {
  it('serves users, and prints a line for each response', async () => {
    await withDemo(async (url, stdout) => {
      expect(await (await fetch(`${url}/users/1`)).json()).toEqual({ id: 1, name: 'Ada' });
      expect(await (await fetch(`${url}/users/99`)).json()).toEqual({ message: 'No user 99' });
      expect(await (await fetch(`${url}/users?page=1`)).json()).toHaveLength(2);
      expect(stdout.slice(1)).toEqual(['GET /users/1 200', 'GET /users/99 404', 'GET /users 200']);
    });
  });

  it('adds a user with a name, and rejects other bodies', async () => {
    await withDemo(async (url) => {
      const added = await post(url, '{"name":"Barbara"}');
      expect([added.status, await added.json()]).toEqual([201, { id: 3, name: 'Barbara' }]);
      for (const body of ['{"name":""}', '{"name":1}', 'null', 'not JSON', ''])
        expect((await post(url, body)).status).toBe(422);
      expect((await post(url, 'x'.repeat(70_000))).status).toBe(413);
    });
  });

  it('fails twice for a report, then succeeds', async () => {
    await withDemo(async (url) => {
      const statuses = [];
      for (let count = 0; count < 3; count += 1) statuses.push((await fetch(`${url}/report`)).status);
      expect(statuses).toEqual([503, 503, 200]);
      expect((await fetch(`${url}/other`)).status).toBe(404);
    });
  });

  it('limits the number of users', async () => {
    await withDemo(async (url) => {
      for (let count = 2; count < 100; count += 1) await (await post(url, '{"name":"x"}')).text();
      expect((await post(url, '{"name":"x"}')).status).toBe(507);
    });
  });

  it('prints its usage for --help', async () => {
    const { code, stdout } = start('-h');
    expect(await code).toBe(0);
    expect(stdout[0]).toBe('usage: homing demo [--port N]');
  });

  it.each([
    [['--port', '70000'], 'homing: --port is 70000: pass a number from 0 to 65535; try homing demo --help'],
    [['--port'], 'homing: --port is empty: pass a number from 0 to 65535; try homing demo --help'],
    [['--prot', '1'], 'homing: unknown option --prot; try homing demo --help'],
    [['now'], 'homing: unexpected argument now; try homing demo --help'],
  ])('rejects %j', async (args, message) => {
    const { code, stderr } = start(...args);
    expect([await code, stderr]).toEqual([2, [message]]);
  });

  it('names a port that is in use', async () => {
    await withDemo(async (url) => {
      const { port } = new URL(url);
      const { code, stderr } = start('--port', port);
      expect(await code).toBe(2);
      expect(stderr).toEqual([`homing: port ${port} is in use; pass another with --port`]);
    });
  });
});
