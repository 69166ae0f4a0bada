#!/usr/bin/env node
import { runDemo } from './demo/run-demo.js';
import type { Output, Process } from './openapi/command/output.js';
import { run } from './openapi/command/run.js';

type OutputStream = Output & { on(event: 'error', listener: () => void): unknown };

const { process } = globalThis as unknown as {
  readonly process: Process & {
    readonly argv: readonly string[];
    readonly stdout: OutputStream;
    readonly stderr: OutputStream;
    exitCode: number;
  };
};

// A reader such as `head` can close the pipe early. The callback of each `write` gets the error.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const [command, ...args] = process.argv.slice(2);
const ended = command === 'demo' ? runDemo(args, process) : run(process.argv.slice(2), process);
void ended.then((code) => {
  process.exitCode = code;
});
