import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleForReactNative } from './bundle.mjs';
import { HERMES } from './lacks.mjs';

const run = promisify(execFile);

/**
 * React Native's engine. The newest version is available only as a compiler, which checks the bundle for it. The
 * suite runs in the newest version whose virtual machine is in the registry.
 */
export const hermes = ({ executable, versionOf, isArm }) => ({
  name: 'Hermes',
  missing: isArm ? 'its command line is there for x64 only' : undefined,

  async start({ folder }) {
    const compiler = await executable('hermes-compiler/hermesc/linux64-bin/hermesc');
    const engine = await executable('hermes-engine-cli/linux64-bin/hermes');
    const version = versionOf('hermes-engine-cli');
    const settings = { lacks: HERMES, version };
    const entry = join(folder, 'hosts/hermes.mjs');
    const newest = join(folder, 'hermes-newest.js');
    const older = join(folder, 'hermes-older.js');
    await bundleForReactNative(entry, newest, 'hermes-stable', settings);
    await bundleForReactNative(entry, older, 'default', settings);
    await run(compiler, ['-O', '-w', '-emit-binary', '-out', `${newest}.hbc`, newest]);
    const name = `the bundle compiles with hermesc ${versionOf('hermes-compiler')}`;
    return {
      command: engine,
      args: ['-Xes6-promise', '-Xmicrotask-queue', '-w', older],
      results: [{ name, state: 'passed' }],
    };
  },
});
