import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'esbuild';
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { VERSION } from '../../lib/cli/openapi/print-client.js';
import { HomingCommand } from '../support/homing-command.js';
import { NOTHING, openApi } from '../support/open-api.js';

let command: HomingCommand;
beforeAll(async () => {
  command = new HomingCommand();
  const { outputFiles } = await build({
    entryPoints: [join(process.cwd(), 'lib/cli/homing.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
  });
  writeFileSync(command.at('homing.mjs'), outputFiles[0]!.text);
  symlinkSync(join(process.cwd(), 'node_modules'), command.at('node_modules'), 'junction');
});
afterAll(() => command.close());

const started = (args: readonly string[], stdio: StdioOptions = 'pipe'): ChildProcess =>
  spawn(process.execPath, ['homing.mjs', ...args], { cwd: command.folder, stdio });

/** The exit code, or the name of the signal that ended the process. */
const ended = async (child: ChildProcess): Promise<unknown> => {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return code ?? signal;
};

/** Runs the command to its end. */
const homing = async (...args: string[]) => {
  const child = started(args);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout!), text(child.stderr!), ended(child)]);
  return { code, stdout, stderr };
};

/** A document whose client is larger than the buffer of a pipe. */
const large = openApi(
  Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [`/a${index}`, { get: { responses: { 204: NOTHING } } }]),
  ),
);

describe('the executable homing', () => {
  it('prints the requested version, and rejects an unknown option', async () => {
    expect(await homing('--version')).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
    expect(await homing('--shiny')).toMatchObject({ code: 2, stdout: '' });
  });

  it('exits with 2 if the configuration never ends', async () => {
    command.save('await new Promise(() => undefined);', 'endless.mjs');
    expect(await homing('openapi', '--config', 'endless.mjs', '--check')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'homing: a promise never settled: check each await of the configuration\n',
    });
  });

  it('writes a client, and exits with 1 if the client of --check is missing', async () => {
    command.save();
    expect(await homing('openapi', 'api.json', '-o', 'api.ts', '--check')).toMatchObject({ code: 1 });
    expect(await homing('openapi', 'api.json', '-o', 'api.ts')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'api.ts was written: 1 endpoint and 1 type\n',
    });
  });

  it('names another file relative to the working directory', async () => {
    command.save({ a: { description: '', headers: { b: { $ref: '#/none' } } } }, 'parts/a.json');
    const get = { operationId: 'a', responses: { 200: { $ref: './parts/a.json#/a' } } };
    command.save(openApi({ '/a': { get } }), 'whole.json');
    const { code, stderr } = await homing('openapi', 'whole.json', '-o', 'whole.ts');
    const [warning, ...rest] = stderr.split('\n');
    expect([code, warning, rest.length]).toEqual([
      0,
      "parts/a.json#/a/headers/b: [unused-ref] can't resolve $ref, but no endpoint needs it: fix it, or remove it",
      2,
    ]);
  });

  it('writes a large client to stdout completely', async () => {
    command.save(large, 'large.json');
    const { code, stdout } = await homing('openapi', 'large.json', '-o', '-');
    expect(code).toBe(0);
    expect(stdout.split('export const ')).toHaveLength(2001);
    expect(stdout.endsWith(';\n')).toBe(true);
  });

  it('exits quietly when the reader closes stdout early', async () => {
    command.save(large, 'large.json');
    const child = started(['openapi', 'large.json', '-o', '-']);
    child.stdout!.once('data', () => child.stdout!.destroy());
    const [stderr, code] = await Promise.all([text(child.stderr!), ended(child)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('exits when stderr is closed', async () => {
    const child = started(['--shiny']);
    child.stderr!.destroy();
    expect(await ended(child)).toBe(2);
  });

  (existsSync('/dev/full') ? it : it.skip)('reports that the disk is full', async () => {
    command.save();
    const full = openSync('/dev/full', 'w');
    const child = started(['openapi', 'api.json', '-o', '-'], ['ignore', full, 'pipe']);
    const [stderr, code] = await Promise.all([text(child.stderr!), ended(child)]);
    closeSync(full);
    expect([code, stderr]).toEqual([2, "homing: stdout can't be written: the disk is full\n"]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('watches until %s, and exits with 0', async (signal) => {
    command.save();
    const child = started(['openapi', 'api.json', '-o', 'watched.ts', '--watch']);
    let stderr = '';
    for await (const chunk of child.stderr!) {
      stderr += String(chunk);
      if (stderr.includes('watched.ts ')) child.kill(signal);
    }
    expect(child.exitCode ?? (await ended(child))).toBe(0);
    expect(stderr).toMatch(/^homing: watching [^\n]+\nwatched\.ts [^\n]+: 1 endpoint and 1 type\n$/);
  });

  it('serves the demo until SIGTERM, and exits with 0', async () => {
    const child = started(['demo', '--port', '0']);
    let stdout = '';
    for await (const chunk of child.stdout!) {
      stdout += String(chunk);
      if (stdout.includes('Ctrl+C')) child.kill('SIGTERM');
    }
    expect(child.exitCode ?? (await ended(child))).toBe(0);
    expect(stdout).toMatch(
      /^The demo server listens on http:\/\/localhost:\d+\. Press Ctrl\+C to stop it\.\n$/,
    );
  });

  it('reads a configuration in TypeScript, or says what to use instead', async () => {
    command.save();
    const code =
      "import type {} from 'node:fs';\nexport default { document: 'api.json', output: 'typed.ts' } as object;\n";
    writeFileSync(command.at('homing.config.ts'), code);
    const readsTypeScript = Boolean((process.features as { typescript?: unknown }).typescript);
    const { code: exitCode, stderr } = await homing('openapi');
    expect(readsTypeScript ? exitCode : stderr).toEqual(
      readsTypeScript
        ? 0
        : "homing: homing.config.ts can't be loaded: this runtime reads no TypeScript: use Node 22.18, a .mjs or .json file, or node --import tsx\n",
    );
    rmSync(command.at('homing.config.ts'));
  });

  it('reads a configuration in JavaScript', async () => {
    command.save();
    const code = "export default { document: 'api.json', output: 'scripted.ts' };\n";
    writeFileSync(command.at('homing.config.mjs'), code);
    expect(await homing('openapi')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('scripted.ts was written'),
    });
    rmSync(command.at('homing.config.mjs'));
  });
});
