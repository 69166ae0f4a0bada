#!/usr/bin/env node
import type { Output, Process } from './openapi/command/output.js';
import { run } from './openapi/command/run.js';

type Stream = Output & { on(event: 'error', listener: () => void): unknown };

const { process } = globalThis as unknown as {
  readonly process: Process & {
    readonly argv: readonly string[];
    readonly stdout: Stream;
    readonly stderr: Stream;
    exitCode: number;
  };
};

// Ignore stream errors: the reader can close the pipe early, as `head` does. `print` reports a failed write.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

void run(process.argv.slice(2), process).then((code) => {
  process.exitCode = code;
});
