#!/usr/bin/env node
import { nodeProcess } from './openapi/command/node-api.js';
import { run } from './openapi/command/run.js';

void run(nodeProcess.argv.slice(2), nodeProcess).then((code) => {
  nodeProcess.exitCode = code;
});
