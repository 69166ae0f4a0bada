import { parseArgs } from 'node:util';
import { codeOf, printLine, type Process, type ProcessSignal } from '../openapi/command/output.js';
import { startDemoServer } from './demo-server.js';

const SIGNALS: readonly ProcessSignal[] = ['SIGINT', 'SIGTERM'];

const DEFAULT_PORT = 4000;

const USAGE = `usage: homing demo [--port N]

Starts a small HTTP server on this machine, for the quick start of the documentation.

      --port N  the port, 4000 by default; 0 selects a free one
  -h, --help    prints this text

Endpoints: GET /users, GET /users/:id, POST /users, and GET /report, which fails twice and then succeeds.`;

const OPTIONS = { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

/** Returns the port, `'help'`, or a sentence about what is wrong with the command line. */
function readArgs(args: readonly string[]): number | 'help' | { readonly problem: string } {
  const config = { args, allowPositionals: true, strict: false, tokens: true, options: OPTIONS } as const;
  let port = DEFAULT_PORT;
  for (const token of parseArgs(config).tokens) {
    if (token.kind === 'positional') return { problem: `unexpected argument ${token.value}` };
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return 'help';
    if (token.name !== 'port') return { problem: `unknown option ${token.rawName}` };
    const { value = '' } = token;
    if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
      return { problem: `--port is ${value || 'empty'}: pass a number from 0 to 65535` };
    port = Number(value);
  }
  return port;
}

/** Returns what to print if the server can't start. */
function startFailure(error: unknown, port: number): string {
  if (codeOf(error) === 'EADDRINUSE') return `port ${port} is in use; pass another with --port`;
  if (codeOf(error) === 'EACCES') return `port ${port} needs permission; pass another with --port`;
  return String(error);
}

/**
 * Runs `homing demo` until SIGINT or SIGTERM. Never rejects.
 *
 * @param args The command line after `demo`.
 */
export async function runDemo(args: readonly string[], process: Process): Promise<0 | 2> {
  const { stdout, stderr } = process;
  const fail = (problem: string): 2 => {
    printLine(stderr, `homing: ${problem}`);
    return 2;
  };
  const port = readArgs(args);
  if (port === 'help') {
    for (const line of USAGE.split('\n')) printLine(stdout, line);
    return 0;
  }
  if (typeof port === 'object') return fail(`${port.problem}; try homing demo --help`);
  try {
    const server = await startDemoServer({ port, onResponse: (line) => printLine(stdout, line) });
    const stopped = new Promise<void>((resolve) => {
      for (const name of SIGNALS) process.on(name, resolve);
    });
    printLine(stdout, `The demo server listens on ${server.url}. Press Ctrl+C to stop it.`);
    await stopped;
    await server.close();
    return 0;
  } catch (error) {
    return fail(startFailure(error, port));
  }
}
