import { resolve } from 'node:path';
import { VERSION } from '../print-client.js';
import { Command, type ExitCode, failureOf } from './command.js';
import { commandOptions, type CommandOptions, USAGE, UsageError } from './command-options.js';
import { initialize } from './initialize.js';
import { jobSource } from './jobs.js';
import { printLine, type Process } from './output.js';

/** Runs `homing openapi`. */
async function runOpenApi(options: CommandOptions, process: Process): Promise<ExitCode | 'usage'> {
  const folder = process.cwd?.() ?? resolve('');
  if (options.init) {
    for (const line of await initialize(options, folder, process)) printLine(process.stderr, line);
    return 0;
  }
  const source = await jobSource(options, folder);
  if (source) return await new Command(options, source, process).run();
  const { output, pages, check, watch, given } = options;
  const isGiven = output !== undefined || pages !== undefined || Object.keys(given).length > 0;
  if (!isGiven && !check && !watch) return 'usage';
  throw new UsageError('no document: pass a file or a URL, or write homing.config.ts with --init');
}

/**
 * Runs the command `homing`. Always resolves with the exit code.
 *
 * @param args Arguments of the command line, without the program.
 */
export async function run(args: readonly string[], process: Process): Promise<ExitCode> {
  const { stdout, stderr } = process;
  try {
    const options = commandOptions(args);
    const result = typeof options === 'object' ? await runOpenApi(options, process) : options;
    if (typeof result === 'number') return result;
    const answer = result === 'version' ? VERSION : USAGE.trimEnd();
    for (const line of answer.split('\n')) printLine(result === 'usage' ? stderr : stdout, line);
    return result === 'usage' ? 2 : 0;
  } catch (error) {
    printLine(stderr, failureOf(error, ''));
    return 2;
  }
}
