#!/usr/bin/env node
import { runDemo } from './demo/run-demo.js';
import { type Output, printLine, type Process } from './openapi/command/output.js';
import { run } from './openapi/command/run.js';

type OutputStream = Output & { on(event: 'error', listener: () => void): unknown };

const { process } = globalThis as unknown as {
  readonly process: Process & {
    readonly argv: readonly string[];
    readonly stdout: OutputStream;
    readonly stderr: OutputStream;
    exitCode: number;
    once(event: 'beforeExit', listener: () => void): unknown;
  };
};

// A reader such as `head` can close the pipe early. The callback of each `write` gets the error.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

// A configuration whose `await` never settles leaves Node without work, and Node would exit with 0.
process.exitCode = 2;
let isEnded = false;
process.once('beforeExit', () => {
  if (!isEnded)
    printLine(process.stderr, 'homing: a promise never settled: check each await of the configuration');
});

const [command, ...args] = process.argv.slice(2);
const ended = command === 'demo' ? runDemo(args, process) : run(process.argv.slice(2), process);
void ended.then((code) => {
  isEnded = true;
  process.exitCode = code;
});
