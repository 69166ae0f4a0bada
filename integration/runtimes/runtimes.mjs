import { readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { hermes } from './hermes.mjs';
import { BARE, BUN, CHROMIUM, DENO, NODE_FETCH, REACT_NATIVE_ON_NODE, SERVER, WORKERD } from './lacks.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const MODULES = join(HERE, 'node_modules');
const isArm = process.arch === 'arm64';
const cpu = isArm ? 'arm64' : 'x64';

const versionOf = (name) => JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8')).version;

const executable = async (path) => {
  const file = join(MODULES, path);
  await chmod(file, 0o755);
  return file;
};

/** The installed binary of a version of Node. */
export const nodeBinary = (major) => executable(`node-${major}-${cpu}/bin/node`);

/** A runtime that runs `hosts/process.mjs` from the app's folder. */
const process_ = (name, binary, args, settings, prepare) => ({
  name,
  async start(app) {
    await prepare?.(app);
    const told = {
      bundle: 'specs.mjs',
      preludes: [],
      lacks: SERVER,
      server: app.server,
      ...settings,
    };
    return {
      command: await binary(),
      args: [...args, 'hosts/process.mjs', JSON.stringify(told)],
      cwd: app.folder,
    };
  },
});

const node = (major, name, settings, prepare) =>
  process_(`Node ${major}${name}`, () => nodeBinary(major), [], settings, prepare);

const MAJORS = [20, 22, 24, 26];

const nodes = ({ exported }) =>
  MAJORS.flatMap((major) => [
    node(major, ''),
    node(major, ', CommonJS', { bundle: 'specs.cjs' }),
    ...('./node' in exported
      ? [
          node(major, ' + nodeFetch', {
            nodeFetch: true,
            platformOnly: true,
            lacks: major > 20 ? NODE_FETCH : SERVER,
          }),
        ]
      : []),
  ]);

const bare = node(20, ' without newer globals', {
  preludes: ['./without-newer-globals.mjs', './window-without-document.mjs'],
  lacks: BARE,
});

// Newer versions of Node need their own ReadableStream internally.
const reactNative = node(
  20,
  " with React Native's classes",
  { preludes: ['./react-native.bundle.mjs'], lacks: REACT_NATIVE_ON_NODE },
  ({ folder }) =>
    bundle(join(folder, 'hosts/react-native/globals.mjs'), join(folder, 'hosts/react-native.bundle.mjs'), {
      mainFields: ['module', 'main'],
    }),
);

const bunPackage = isArm ? 'bun-linux-aarch64' : 'bun-linux-x64-baseline';

/** Runtimes that run a program like Node: the binary, and the arguments before the file. */
export const LIKE_NODE = {
  Bun: { binary: () => executable(`@oven/${bunPackage}/bin/bun`), args: ['run', '--no-install'] },
  Deno: {
    binary: () => executable(`@deno/linux-${cpu}-glibc/deno`),
    args: ['run', '--allow-all', '--no-prompt', '--no-lock', '--cached-only', '--node-modules-dir=manual'],
  },
};

const likeNode = (name, lacks) => process_(name, LIKE_NODE[name].binary, LIKE_NODE[name].args, { lacks });

const workerd = {
  name: 'workerd',
  async start({ folder, server }) {
    const file = join(folder, 'worker.mjs');
    await bundle(join(folder, 'hosts/worker.mjs'), file, { conditions: ['workerd', 'worker'] });
    const told = {
      bundle: file,
      compatibilityDate: '2026-07-01',
      server,
      lacks: WORKERD,
      version: versionOf('workerd'),
    };
    // Miniflare needs a newer version of Node than homing.
    return { command: await nodeBinary(24), args: [join(HERE, 'hosts/workerd.mjs'), JSON.stringify(told)] };
  },
};

const chromium = {
  name: 'Chromium',
  async start({ server }) {
    const told = {
      executable: process.env.CHROMIUM ?? '/usr/bin/chromium',
      page: `${server}/files/hosts/page.html`,
      server,
      lacks: CHROMIUM,
    };
    return { command: process.execPath, args: [join(HERE, 'hosts/chromium.mjs'), JSON.stringify(told)] };
  },
};

/** All runtimes, in the order of the table. `start` returns the command that prints the results. */
export const runtimesFor = (app) => [
  ...nodes(app),
  bare,
  likeNode('Bun', BUN),
  likeNode('Deno', DENO),
  workerd,
  chromium,
  reactNative,
  hermes({ executable, versionOf, isArm }),
];
