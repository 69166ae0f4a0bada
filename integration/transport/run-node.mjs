import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOOK = fileURLToPath(new URL('./replace-fetch.cjs', import.meta.url));

/** Tests that start Node processes start the same version with the same fetch. */
const environment = (node, { undici, tests, fetch }, more) => ({
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  HOME: process.env.HOME,
  NO_COLOR: '1',
  NODE_OPTIONS: `--require ${HOOK}`,
  PROOF_UNDICI: undici,
  PROOF_TESTS: tests,
  PROOF_FETCH: fetch,
  ...more,
});

const running = new Set();

const killAll = () => {
  for (const { pid } of running) process.kill(-pid, 'SIGKILL');
};

// The processes lead their own process groups, which Ctrl+C doesn't reach.
process.once('exit', killAll);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Runs a process. Returns its output and its exit. After the time limit, kills it and its children. */
export const runNode = (node, args, over, { seconds, env = {} }) =>
  new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: over.tests,
      env: environment(node, over, env),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const printed = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8');
      child[stream].on('data', (text) => (printed[stream] += text));
    }
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.kill(-child.pid, 'SIGKILL');
    }, seconds * 1000);
    child.once('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ ...printed, code, isLate });
    });
  });
