// Checks that a lock and a store work across processes, even if Redis fails. Four processes run the guide's code with
// single-use refresh tokens. Redis is killed and restarted during the run. Needs redis-server on the path, and the
// build.
//
//   npm run integration -- auth-redis
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createClient } from 'redis';
import { filesOf } from '../graphql/page-files.mjs';
import { RedisServer } from './redis-server.mjs';
import { LIFE, TokenServer } from './token-server.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../../..');
const FOLDER = join(HERE, 'build');

const PROCESSES = 4;
const USERS = ['ada', 'grace', 'edsger'];
const KILLS = 3;
/** Milliseconds between two kills, and milliseconds for which Redis is down. */
const [BETWEEN, AWAY] = [2500, 800];

/** Bundles the process and the guide's code into one file. */
const bundle = async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const shown = await filesOf(join(ROOT, 'docs/guide/authentication.md'));
  for (const { path, text } of shown) await writeFile(join(FOLDER, path), text);
  await writeFile(join(FOLDER, 'process.ts'), await readFile(join(HERE, 'redis-process.ts'), 'utf8'));
  const outfile = join(FOLDER, 'process.mjs');
  const faces = ['auth', 'oauth'].map((face) => [`homing/${face}`, join(ROOT, `dist/${face}.js`)]);
  await build({
    entryPoints: [join(FOLDER, 'process.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // CommonJS packages load Node's modules with `require`.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
    },
    alias: Object.fromEntries([...faces, ['homing', join(ROOT, 'dist/index.js')]]),
    logLevel: 'warning',
  });
  return outfile;
};

const children = [];
const begin = (program, ...args) => {
  const child = fork(program, args, { stdio: 'inherit' });
  children.push(child);
  const said = once(child, 'message');
  const gone = once(child, 'exit');
  return async () => {
    child.send('end');
    const [[told]] = await Promise.all([said, gone]);
    return told;
  };
};

const program = await bundle();
const redis = new RedisServer();
const tokens = new TokenServer();
try {
  await redis.start();
  const server = await tokens.start();
  const setUp = await createClient({ url: `redis://127.0.0.1:${redis.port}` }).connect();
  for (const name of USERS) await setUp.set(`session:${name}`, JSON.stringify(tokens.signIn(name)));
  setUp.destroy();

  const began = Date.now();
  const endings = Array.from({ length: PROCESSES }, (_, at) =>
    begin(program, server, String(redis.port), `p${at}`, USERS.join()),
  );
  for (let kills = 0; kills < KILLS; kills += 1) {
    await pause(BETWEEN);
    // The process that requested the grant holds the lock and hasn't saved yet.
    await Promise.race([tokens.nextGrant(), pause(5 * LIFE)]);
    await redis.kill();
    await pause(AWAY);
    await redis.start();
  }
  await pause(BETWEEN);
  const told = await Promise.all(endings.map((end) => end()));
  const seconds = (Date.now() - began) / 1000;

  const sum = (read) => told.map(read).reduce((all, each) => all + each, 0);
  const users = [...tokens.users.values()];
  const grants = users.map((user) => user.grants.length);
  const most = Math.max(...tokens.sendings.values());
  const failures = told.flatMap((each) => each.failures);
  console.log(
    `${PROCESSES} processes, ${USERS.length} users, ${seconds.toFixed(1)} s; Redis killed ${KILLS} times`,
  );
  console.log(
    `${sum(({ calls }) => calls)} calls, ${sum(({ failed }) => failed)} failed, sent ${most} times at most`,
  );
  console.log(
    `${grants.join(' + ')} grants, a life of ${LIFE} ms; ${tokens.early().length} before an expiry`,
  );
  console.log(`${users.reduce((all, { reuses }) => all + reuses, 0)} refresh tokens used twice`);
  console.log(
    `${sum(({ signedOut }) => signedOut)} users logged out; ${sum(({ losses }) => losses)} lost connections`,
  );

  assert.deepEqual(failures, []);
  assert.ok(most <= 2, `one call was sent ${most} times`);
  assert.deepEqual(tokens.early(), []);
  assert.deepEqual(
    users.map(({ reuses }) => reuses),
    USERS.map(() => 0),
  );
  assert.equal(
    sum(({ signedOut }) => signedOut),
    0,
  );
  assert.ok(sum(({ losses }) => losses) >= KILLS * PROCESSES, 'no process lost its Redis');
  assert.ok(Math.min(...grants) >= 8, 'there were hardly any expiries');
} finally {
  for (const child of children) child.kill();
  tokens.close();
  await redis.close();
}
await rm(FOLDER, { recursive: true, force: true });
