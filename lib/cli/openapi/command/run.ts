import { DocumentError, type Warning } from '../document/diagnostics.js';
import { generate, type Generated, VERSION } from '../generate.js';
import { dirname, type Process, type Signal } from '../node-api.js';
import { commandOptions, type CommandOptions, USAGE, UsageError } from './command-options.js';
import {
  codeOf,
  counted,
  differences,
  FileError,
  fileError,
  isEqual,
  print,
  readOutput,
  refuseSame,
  say,
  shownFile,
  shownSource,
  tally,
  whileWaiting,
  writeOutput,
} from './output.js';
import { watchFiles } from './watch.js';

/** How a command ended, as CI reads it. */
type ExitCode = 0 | 1 | 2;

/** What is asked for, and of whom. */
interface Work {
  readonly options: CommandOptions;
  readonly process: Process;
  /** The warnings that were said the time before: under `--watch` they aren't said again. */
  readonly said: Set<string>;
  /** Whether it isn't asked for any more. */
  readonly isOver: () => boolean;
}

/** How it ended, and the files that were read: undefined if not all could be. */
interface Outcome {
  readonly code: ExitCode;
  readonly files?: readonly string[];
}

/** How many sentences stand in one line. */
const MOST_SENTENCES = 10;

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM'];

const placeOf = (file: string | undefined, source: string): string =>
  file === undefined ? shownSource(source) : shownFile(file);

/** Why it failed, and what to do. */
const failureOf = (error: unknown, source: string): string => {
  if (error instanceof FileError) return `homing: ${error.message}`;
  if (!(error instanceof DocumentError)) {
    const [line = ''] = String(error).split('\n');
    return `homing: ${line}: this is a fault of homing, please report it`;
  }
  const pointer = error.pointer === undefined ? '' : `#${error.pointer}`;
  return `${placeOf(error.file, source)}${pointer}: ${error.message.replaceAll(source, shownSource(source))}`;
};

/** Says the warnings that count; gives whether they are let pass. */
const passWarnings = (all: readonly Warning[], { options, process, said }: Work): boolean => {
  const warnings = all.filter(({ code }) => !options.allowed.has(code));
  const lines = warnings.map(
    ({ code, pointer, message, file }) => `${placeOf(file, options.source)}#${pointer}: [${code}] ${message}`,
  );
  for (const line of lines) if (!said.has(line)) say(process.stderr, line);
  said.clear();
  for (const line of lines) said.add(line);
  if (!options.strict || warnings.length === 0) return true;
  const codes = [...new Set(warnings.map(({ code }) => code))].join(',');
  say(
    process.stderr,
    `homing: ${counted(warnings.length, 'warning')}, and --strict lets none pass: mend the document, or let them pass with --allow ${codes}`,
  );
  return false;
};

/** Says what would change. */
const check = async (file: string, text: string, { stderr }: Process): Promise<ExitCode> => {
  const before = await readOutput(file);
  if (before !== undefined && isEqual(before, text)) {
    say(stderr, `${file} is up to date`);
    return 0;
  }
  if (before === undefined) say(stderr, `${file} is not there: run this without --check to write it`);
  else {
    for (const sentence of differences(before, text)) say(stderr, `${file}: ${sentence}`);
    say(stderr, `${file} is not what the document says: run this without --check to write it anew`);
  }
  return 1;
};

const changesOf = (before: string, text: string): string => {
  const sentences = differences(before, text);
  const more = sentences.splice(MOST_SENTENCES).length;
  return [...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join('; ') || tally(text);
};

const write = async (file: string, text: string, { options, process }: Work): Promise<ExitCode> => {
  const before = await readOutput(file);
  if (before !== undefined && isEqual(before, text)) {
    say(process.stderr, `${file} is up to date: ${tally(text)}`);
    return 0;
  }
  await writeOutput(file, text, process.pid);
  say(
    process.stderr,
    `${file} was written: ${options.watch && before ? changesOf(before, text) : tally(text)}`,
  );
  return 0;
};

const printClient = async (text: string, { stdout }: Process): Promise<ExitCode> => {
  try {
    await print(stdout, text);
  } catch (error) {
    // Who reads has enough: `| head`.
    if (codeOf(error) !== 'EPIPE') throw fileError("stdout can't be written", error);
  }
  return 0;
};

const deliver = async ({ text, warnings }: Generated, work: Work): Promise<ExitCode> => {
  const { output, check: isCheck } = work.options;
  if (work.isOver()) return 0;
  if (!passWarnings(warnings, work)) return 2;
  if (output === undefined) return printClient(text, work.process);
  return isCheck ? check(output, text, work.process) : write(output, text, work);
};

/** Generates once. Never rejects. */
const generateClient = async (work: Work): Promise<Outcome> => {
  const { source, output, offline, root, allowOrigins, docs, int64 } = work.options;
  try {
    if (output !== undefined) await refuseSame(source, output);
    const generated = await whileWaiting(work.process.stderr, `reading ${shownSource(source)} …`, () =>
      generate({ document: source, offline, root, allowOrigins, docs, int64 }),
    );
    return { code: await deliver(generated, work), files: generated.files };
  } catch (error) {
    if (!work.isOver()) say(work.process.stderr, failureOf(error, source));
    return { code: 2 };
  }
};

/** Generates whenever a file changes, until the program is asked to end. */
const keepGenerating = async (options: CommandOptions, process: Process): Promise<ExitCode> => {
  const ending = new AbortController();
  const { signal } = ending;
  const end = (): void => ending.abort();
  for (const name of SIGNALS) process.on(name, end);
  const work: Work = { options, process, said: new Set(), isOver: () => signal.aborted };
  try {
    const { source, root = dirname(source) } = options;
    say(process.stderr, `homing: watching ${source} and what it names; Ctrl+C ends it`);
    await watchFiles({ file: source, root, read: async () => (await generateClient(work)).files }, signal);
    return 0;
  } catch (error) {
    say(process.stderr, failureOf(error, options.source));
    return 2;
  } finally {
    for (const name of SIGNALS) process.off(name, end);
  }
};

/**
 * Runs the command `homing`. Never rejects.
 *
 * @param args Of the command line, without the program.
 */
export async function run(args: readonly string[], process: Process): Promise<ExitCode> {
  const { stdout, stderr } = process;
  try {
    const options = commandOptions(args);
    if (typeof options === 'object')
      return options.watch
        ? await keepGenerating(options, process)
        : (await generateClient({ options, process, said: new Set(), isOver: () => false })).code;
    const answer = options === 'version' ? VERSION : USAGE.trimEnd();
    for (const line of answer.split('\n')) say(options === 'usage' ? stderr : stdout, line);
    return options === 'usage' ? 2 : 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    say(
      stderr,
      isUsage ? `homing: ${error.message}; homing --help says how it is used` : failureOf(error, ''),
    );
    return 2;
  }
}
