// A temporary folder where generators run and their output is compiled, and what that costs.
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/architecture.mjs';

/** The folder where the other generators are installed. */
export const peers = dirname(import.meta.dirname);

export const median = (list) => [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)];

export const rounded = (value) => Math.round(value).toLocaleString('en');

/** Returns the bytes of a file, or of all files in a folder. */
export const sizeOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    : statSync(path).size;

export class Workspace {
  folder = mkdtempSync(join(tmpdir(), 'homing-openapi-'));

  /** @param {Record<string, string>} packages Folders of packages that the programs import, by name. */
  constructor(packages) {
    mkdirSync(join(this.folder, 'node_modules'));
    for (const [name, folder] of Object.entries({ homing: root, ...packages }))
      symlinkSync(folder, join(this.folder, 'node_modules', name), 'junction');
    writeFileSync(join(this.folder, 'package.json'), '{"type":"module"}');
  }

  /** Runs Node. Returns the CPU time of all its processes in ms, and the memory of the largest in MB. */
  run(args) {
    const usage = mkdtempSync(join(this.folder, 'usage-'));
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: this.folder,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      env: {
        ...process.env,
        USAGE_FOLDER: usage,
        NODE_OPTIONS: `--import ${new URL('usage.mjs', import.meta.url).href}`,
      },
    });
    if (status !== 0) throw new Error(stderr);
    const all = readdirSync(usage).map((file) => JSON.parse(readFileSync(join(usage, file), 'utf8')));
    return {
      cpu: all.reduce((sum, { cpu }) => sum + cpu, 0),
      memory: Math.max(...all.map(({ memory }) => memory)),
    };
  }

  /** Returns the type instantiations of the compiler for a program. */
  instantiationsOf(name, program) {
    const file = join(this.folder, `${name.replace(/\W+/g, '-')}-program.ts`);
    writeFileSync(file, program);
    const options =
      '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --skipLibCheck --extendedDiagnostics';
    const { stdout } = spawnSync(
      process.execPath,
      [
        '--max-old-space-size=8000',
        join(peers, 'node_modules/typescript/bin/tsc'),
        ...options.split(' '),
        file,
      ],
      { cwd: this.folder, encoding: 'utf8', maxBuffer: 1 << 26 },
    );
    const errors = stdout.match(/error TS\d+.*/g) ?? [];
    if (errors.length > 0) console.error(`${name}: ${errors.length} errors, the first: ${errors[0]}`);
    return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1]);
  }

  remove() {
    rmSync(this.folder, { recursive: true });
  }
}
