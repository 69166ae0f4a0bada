#!/usr/bin/env node
import { run } from './openapi/command/run.js';
import { nodeProcess } from './openapi/node-api.js';

// Whoever reads may have enough, as `head` does. What was written and didn't arrive is told to who wrote it.
for (const output of [nodeProcess.stdout, nodeProcess.stderr]) output.on('error', () => undefined);

void run(nodeProcess.argv.slice(2), nodeProcess).then((code) => {
  nodeProcess.exitCode = code;
});
