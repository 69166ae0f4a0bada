import { DocumentError } from '../document/document-error.js';
import { generate, type Generated } from '../generate.js';
import { commandOptions, type CommandOptions } from './command-options.js';
import { declarationsOf } from './declarations.js';
import { differences } from './differences.js';
import type { Process } from './node-api.js';
import { readOutput, writeOutput } from './output-file.js';
import { shownSource } from './shown-source.js';
import { USAGE, UsageError } from './usage.js';

/** How a command ended, as CI reads it. */
type ExitCode = 0 | 1 | 2;

/** Somebody else's error as one line: what it says, without where in the code. */
const firstLine = (error: unknown): string => {
  const { message } = Object(error) as { message?: unknown };
  const [line] = String(message ?? error).split('\n');
  return line ?? '';
};

const failureOf = (error: unknown, source: string): string => {
  const shown = shownSource(source);
  const sentence = firstLine(error).replaceAll(source, shown);
  if (!(error instanceof DocumentError)) return `homing: ${sentence}`;
  const pointer = error.pointer === undefined ? '' : `#${error.pointer}`;
  return `${error.file ?? shown}${pointer}: ${sentence}`;
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** A line that is there as long as somebody waits, and leaves nothing behind. */
const whileWaiting = async <T>({ stderr }: Process, text: string, work: () => Promise<T>): Promise<T> => {
  if (!stderr.isTTY) return work();
  stderr.write(text);
  try {
    return await work();
  } finally {
    stderr.write('\r\u001B[K');
  }
};

const tally = (text: string): string => {
  const kinds = [...declarationsOf(text).declarations.values()].map(({ kind }) => kind);
  const endpoints = kinds.filter((kind) => kind === 'endpoint').length;
  return `${counted(endpoints, 'endpoint')} and ${counted(kinds.length - endpoints, 'type')}`;
};

/** Says what would change. */
const check = async (file: string, text: string, say: (line: string) => void): Promise<ExitCode> => {
  const before = await readOutput(file);
  if (before === text) {
    say(`${file} is up to date`);
    return 0;
  }
  if (before === undefined) say(`${file} is not there: run this without --check to write it`);
  else {
    for (const sentence of differences(before, text)) say(`${file}: ${sentence}`);
    say(`${file} is not what the document says: run this without --check to write it anew`);
  }
  return 1;
};

const write = async (
  file: string,
  text: string,
  { pid }: Process,
  say: (line: string) => void,
): Promise<ExitCode> => {
  const isEqual = (await readOutput(file)) === text;
  if (!isEqual) await writeOutput(file, text, pid);
  say(`${file} ${isEqual ? 'is up to date' : 'was written'}: ${tally(text)}`);
  return 0;
};

const deliver = async (
  { text, warnings }: Generated,
  { source, output, check: isCheck, strict }: CommandOptions,
  process: Process,
): Promise<ExitCode> => {
  const say = (line: string): unknown => process.stderr.write(`${line}\n`);
  for (const { pointer, message } of warnings) say(`${shownSource(source)}#${pointer}: ${message}`);
  if (strict && warnings.length > 0) {
    say(
      `homing: ${counted(warnings.length, 'warning')}, and --strict lets none pass: mend the document, or leave --strict out`,
    );
    return 2;
  }
  if (output === undefined) {
    process.stdout.write(text);
    return 0;
  }
  return isCheck ? check(output, text, say) : write(output, text, process, say);
};

const generateClient = async (options: CommandOptions, process: Process): Promise<ExitCode> => {
  const { source, offline, docs, int64 } = options;
  try {
    const generated = await whileWaiting(process, `reading ${shownSource(source)} …`, () =>
      generate({ document: source, offline, docs, int64 }),
    );
    return await deliver(generated, options, process);
  } catch (error) {
    process.stderr.write(`${failureOf(error, source)}\n`);
    return 2;
  }
};

/**
 * Runs the command `homing`. Never rejects.
 *
 * @param args Of the command line, without the program.
 */
export async function run(args: readonly string[], process: Process): Promise<ExitCode> {
  try {
    return await generateClient(commandOptions(args), process);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message && `homing: ${error.message}\n\n`}${USAGE}`);
    return 2;
  }
}
