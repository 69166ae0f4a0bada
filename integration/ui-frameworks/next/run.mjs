// Tests caching, request merging and serialization in Next with a built app. Builds the app in site/ with each
// version of Next in this folder, and opens it in a browser. A local server counts the app's requests.
//
//   npm run integration -- next [-- 16]
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startBrowser } from '../../browser/chromium.mjs';
import { installHoming } from '../install.mjs';
import { front, hold, until } from '../rules.mjs';
import { startServer } from '../server.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const LIMIT = 240_000;
const execute = promisify(execFile);

/** The arguments of revalidateTag: to drop the data at once, and to serve stale data once more. */
const NEXTS = {
  15: { expire: 'revalidateTag(tag)', mark: 'revalidateTag(tag)' },
  16: { expire: 'revalidateTag(tag, { expire: 0 })', mark: "revalidateTag(tag, 'max')" },
};

const freePort = async () => {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
};

const writeSite = async (folder, { expire, mark }) => {
  const site = join(folder, 'build');
  await rm(site, { recursive: true, force: true });
  await mkdir(site, { recursive: true });
  await cp(join(HERE, 'site'), site, { recursive: true });
  await writeFile(
    join(site, 'lib/revalidate.ts'),
    `import { revalidateTag } from 'next/cache';

export const expireTag = (tag: string) => ${expire};
export const markTag = (tag: string) => ${mark};
`,
  );
  return site;
};

/** Starts the built app. Resolves with its URL when it responds. */
const start = async (site, next, env) => {
  const port = await freePort();
  const args = [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
  const app = spawn(process.execPath, args, { cwd: site, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [app.stdout, app.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (printed += chunk));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (app.exitCode !== null) return;
    app.kill('SIGKILL');
    await once(app, 'exit');
  };
  try {
    await until(() => {
      if (app.exitCode !== null) throw new Error(`next start ended:\n${printed}`);
      return /Ready/.test(printed);
    }, 'the app');
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The server's requests during this step. */
const asking = async (server, task) => {
  server.seen();
  const outcome = await task();
  return { outcome, seen: server.seen() };
};

const rulesOf = (major, { url, server, built, context }) => {
  const get = async (path) => (await fetch(url + path)).text();
  const nameAt = async (path) => JSON.parse(await get(path)).data.name;
  const post = (path) => fetch(url + path, { method: 'POST' });
  const seenBy = async (path) => (await asking(server, () => get(path))).seen.length;
  const visit = async (path, run) => {
    const page = await context.newPage();
    try {
      await page.goto(url + path);
      return await run({
        page,
        shows: (text) => page.getByText(text, { exact: true }).waitFor({ timeout: 10_000 }),
      });
    } finally {
      await page.close();
    }
  };

  return {
    'what two components ask alike is one request': async () =>
      assert.equal(await seenBy('/memo?how=plain&id=1'), 1),
    'but two with a timeout, as Next leaves requests with a signal alone': async () =>
      assert.equal(await seenBy('/memo?how=timeout&id=2'), 2),
    'and one again with React.cache': async () => {
      assert.equal(await seenBy('/memo?how=cached&id=3'), 1);
      assert.equal(await seenBy('/memo?how=cached-timeout&id=4'), 1);
    },
    'nothing of that outlives its rendering': async () => {
      assert.equal(await seenBy('/memo?how=cached&id=3'), 1);
      assert.equal(await seenBy('/memo?how=plain&id=1'), 1);
    },

    'what has tags is kept, and asked for again once one of them is revalidated': async () => {
      const ask = () => asking(server, () => nameAt('/user/11'));
      assert.deepEqual(await ask(), { outcome: 'user 11', seen: ['GET /users/11'] });
      assert.deepEqual(await ask(), { outcome: 'user 11', seen: [] });
      await post('/revalidate?id=11');
      assert.deepEqual(await ask(), { outcome: 'user 11', seen: ['GET /users/11'] });
      assert.deepEqual(await ask(), { outcome: 'user 11', seen: [] });
    },
    'a timeout changes nothing about that': async () => {
      assert.equal(await seenBy('/user/12?timeout'), 1);
      assert.equal(await seenBy('/user/12?timeout'), 0);
      await post('/revalidate?id=12');
      assert.equal(await seenBy('/user/12?timeout'), 1);
    },
    'the tag of params lets go of these alone, the tag of the endpoint of all': async () => {
      await Promise.all([get('/user/13'), get('/user/14')]);
      await post('/revalidate?id=13');
      assert.deepEqual([await seenBy('/user/13'), await seenBy('/user/14')], [1, 0]);
      await post('/revalidate');
      assert.deepEqual([await seenBy('/user/13'), await seenBy('/user/14')], [1, 1]);
    },
    [major >= 16 ? "'max' asks for it again behind the next answer" : 'a tag is let go of at once']:
      async () => {
        await get('/user/15');
        await post('/revalidate?id=15&mark');
        await asking(server, async () => {
          await get('/user/15');
          await server.arrived(1);
        });
        await until(async () => (await seenBy('/user/15')) === 0, 'a kept answer');
      },
    'a page that was rendered while the app was built asks nothing, until its tag is revalidated':
      async () => {
        assert.deepEqual(
          built.filter((line) => line === 'GET /users/900'),
          ['GET /users/900'],
        );
        const before = await asking(server, () => get('/fixed'));
        await post('/revalidate?id=900');
        const after = await asking(server, async () => {
          await get('/fixed');
          await server.arrived(1);
          return get('/fixed');
        });
        assert.match(before.outcome, /user 900/);
        assert.match(after.outcome, /user 900/);
        assert.deepEqual(after.seen, ['GET /users/900']);
      },

    'plain() crosses from a component on the server to one in the page, errors too': () =>
      Promise.all([
        visit('/shown?id=7', ({ shows }) => shows('user 7')),
        visit('/shown?id=404', ({ shows }) => shows('missing 404')),
      ]),
    'and from an action': () =>
      visit('/shown?id=7', async ({ page, shows }) => {
        await shows('user 7');
        await page.getByRole('button', { name: '404' }).click();
        await shows('missing 404');
        await page.getByRole('button', { name: '8' }).click();
        await shows('user 8');
      }),
    'a hook runs in a component of the page': async () => {
      const { outcome, seen } = await asking(server, async () => {
        const html = await get('/hooks');
        await visit('/hooks', ({ shows }) => shows('user 77'));
        return html;
      });
      assert.match(outcome, /<p>waiting<\/p>/);
      assert.deepEqual(seen, ['GET /users/77']);
    },
  };
};

const prove = async (major, browser) => {
  const folder = join(HERE, `next-${major}`);
  const site = await writeSite(folder, NEXTS[major]);
  const server = await startServer();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_PUBLIC_BACKEND: server.url,
  };
  const next = join(folder, 'node_modules/next/dist/bin/next');
  const name = front('next', pathToFileURL(`${folder}/`));
  try {
    const began = performance.now();
    await execute(process.execPath, [next, 'build'], { cwd: site, env, timeout: LIMIT }).catch(
      ({ stdout, stderr }) => {
        throw new Error(`next build failed:\n${stdout}${stderr}`);
      },
    );
    console.log(`${name}: built and type-checked, ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const built = server.seen();
    const app = await start(site, next, env);
    try {
      await hold(name, rulesOf(Number(major), { url: app.url, server, built, context: browser.context }));
    } finally {
      await app.stop();
    }
  } finally {
    server.close();
  }
};

const wanted = process.argv.slice(2);
const majors = Object.keys(NEXTS).filter((major) => wanted.length === 0 || wanted.includes(major));
// Next lists binaries for every platform, and a registry can lack one of them.
await installHoming(
  majors.map((major) => join(HERE, `next-${major}`)),
  ['install', '--no-save'],
);
const browser = await startBrowser();
try {
  for (const major of majors) {
    await prove(major, browser).catch((error) => {
      process.exitCode = 1;
      console.error(`✗ Next ${major}: ${error.stack}`);
    });
  }
} finally {
  await browser.close();
}
// Keep the files of a failed run for inspection.
if (!process.exitCode) {
  for (const major of majors) await rm(join(HERE, `next-${major}/build`), { recursive: true, force: true });
}
