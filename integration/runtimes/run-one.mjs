import { spawn } from 'node:child_process';
import process from 'node:process';

/** The time limit, long enough for a slow machine. A runtime that takes longer counts as hung. */
const LIMIT = 600_000;

/** Runs the command to its end, or kills it with its child processes. */
const outputOf = ({ command, args, cwd, env }) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    let killed = false;
    const kill = () => {
      killed = true;
      process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setTimeout(kill, LIMIT);
    child.stdout.setEncoding('utf8').on('data', (chunk) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({
        stdout,
        stderr,
        ended: killed ? `killed after ${LIMIT} ms` : `ended with ${signal ?? code}`,
      });
    });
  });

const failure = (reason) => [{ name: 'runs to its end', state: 'failed', reason }];

/** The name, version, results and seconds of a runtime. Never rejects: a runtime that doesn't start has failed. */
export const runOne = async ({ name, missing, start }, app) => {
  if (missing) return { name, version: '', missing, results: [], seconds: 0 };
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  try {
    const { results: before = [], ...command } = await start(app);
    // Caches of the runtime are removed with the app's folder.
    const env = {
      ...process.env,
      HOME: app.folder,
      DENO_DIR: `${app.folder}/.deno`,
      DENO_NO_UPDATE_CHECK: '1',
    };
    const { stdout, stderr, ended } = await outputOf({ env, ...command });
    const [, version = ''] = /^@version (.*)$/m.exec(stdout) ?? [];
    const [, json] = /^@results ([^\n]*)/m.exec(stdout) ?? [];
    const results = json ? JSON.parse(json) : failure(`${ended}\n${stdout}\n${stderr}`);
    return { name, version, results: [...before, ...results], seconds: seconds() };
  } catch (thrown) {
    return { name, version: '', results: failure(thrown.stack), seconds: seconds() };
  }
};
