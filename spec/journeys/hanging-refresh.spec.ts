import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { useServers } from '../support/node-server.js';

const serve = useServers();

let program = '';
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(process.cwd(), 'spec/support/hanging-refresh.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  program = outputFiles[0]!.text;
});

describe('a process that has done its work while a refresh hangs (rules.md#credentials)', () => {
  it.each([
    ['given-up', 'fetch', 'abort'],
    ['given-up', 'oauth', 'abort'],
    ['given-up', 'nothing', 'abort'],
    ['background', 'fetch', 'data'],
    ['background', 'oauth', 'data'],
    ['background', 'nothing', 'data'],
  ])(
    'ends: %s, by %s',
    async (how, kind, printed) => {
      const { url } = await serve((request, response) => {
        // The token endpoint never answers.
        if (request.url === '/things')
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
      const began = Date.now();
      const child = spawn(process.execPath, ['--input-type=module', '-', url, how, kind], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child.stdin.end(program);
      const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
      expect([out.trim(), code]).toEqual([printed, 0]);
      // Far from refreshTimeout, which is 30 s.
      expect(Date.now() - began).toBeLessThan(15_000);
    },
    60_000,
  );
});
