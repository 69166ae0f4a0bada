import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll } from 'vitest';
import { build } from 'esbuild';

/** Runs a program of spec/support in its own process. Returns its output and its exit. */
export const useProgram = (name: string) => {
  let program = '';
  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [join(process.cwd(), 'spec/support', name)],
      bundle: true,
      platform: 'node',
      format: 'esm',
      write: false,
    });
    program = outputFiles[0]!.text;
  });
  return async (...args: string[]): Promise<{ printed: string; code: unknown }> => {
    const child = spawn(process.execPath, ['--input-type=module', '-', ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(program);
    const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { printed: printed.trim(), code };
  };
};
