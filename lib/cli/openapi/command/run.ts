import { dirname } from 'node:path';
import { DocumentError, type Warning } from '../document/diagnostics.js';
import { generate, type GenerateResult, VERSION } from '../generate.js';
import { commandOptions, type CommandOptions, USAGE, UsageError } from './command-options.js';
import {
  codeOf,
  pluralize,
  differences,
  FileError,
  fileError,
  isEqual,
  print,
  type Process,
  readOutput,
  refuseSame,
  printLine,
  shownFile,
  shownSource,
  type ProcessSignal,
  summary,
  withSpinner,
  writeOutput,
} from './output.js';
import { watchFiles } from './watch.js';

type ExitCode = 0 | 1 | 2;

/** Maximum number of differences in one line. */
const MOST_SENTENCES = 10;

const SIGNALS: readonly ProcessSignal[] = ['SIGINT', 'SIGTERM'];

const placeOf = (file: string | undefined, source: string): string =>
  file === undefined ? shownSource(source) : shownFile(file);

/** Returns a line with the reason of a failure and the fix. */
const failureOf = (error: unknown, source: string): string => {
  if (error instanceof FileError) return `homing: ${error.message}`;
  if (!(error instanceof DocumentError)) {
    const [line = ''] = String(error).split('\n');
    return `homing: ${line}: this is a bug in homing, please report it`;
  }
  const pointer = error.pointer === undefined ? '' : `#${error.pointer}`;
  return `${placeOf(error.file, source)}${pointer}: ${error.message.replaceAll(source, shownSource(source))}`;
};

/** Runs the command once, or repeatedly with `--watch`. */
class Command {
  readonly #options: CommandOptions;
  readonly #process: Process;
  /** Aborted by a signal to end the process. */
  readonly #ending = new AbortController();
  /** Warnings of the previous run. With `--watch`, they aren't printed again. */
  #said: ReadonlySet<string> = new Set();

  constructor(options: CommandOptions, process: Process) {
    this.#options = options;
    this.#process = process;
  }

  /** Runs the command. Always resolves with the exit code. */
  async run(): Promise<ExitCode> {
    return this.#options.watch ? await this.#keepGenerating() : (await this.#generate()).code;
  }

  /** Generates whenever a file changes, until a signal ends the process. */
  async #keepGenerating(): Promise<ExitCode> {
    const { source, root = dirname(source) } = this.#options;
    const end = (): void => this.#ending.abort();
    for (const name of SIGNALS) this.#process.on(name, end);
    this.#say(`homing: watching ${source} and its $refs; Ctrl+C to stop`);
    const read = async (): Promise<readonly string[] | undefined> => (await this.#generate()).files;
    await watchFiles({ file: source, root, read }, this.#ending.signal);
    for (const name of SIGNALS) this.#process.off(name, end);
    return 0;
  }

  /**
   * Generates once. Resolves with the exit code and the files that were read; `files` is undefined after a
   * failure.
   */
  async #generate(): Promise<{ readonly code: ExitCode; readonly files?: readonly string[] }> {
    const { source, output, offline, root, allowOrigins, docs, int64 } = this.#options;
    try {
      if (output !== undefined) await refuseSame(source, output);
      const generated = await withSpinner(this.#process.stderr, `reading ${shownSource(source)} …`, () =>
        generate({ document: source, offline, root, allowOrigins, docs, int64 }),
      );
      return { code: await this.#deliver(generated), files: generated.files };
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#say(failureOf(error, source));
      return { code: 2 };
    }
  }

  async #deliver({ text, warnings }: GenerateResult): Promise<ExitCode> {
    const { output, check } = this.#options;
    if (this.#ending.signal.aborted) return 0;
    if (!this.#passWarnings(warnings)) return 2;
    if (output === undefined) return this.#print(text);
    const before = await readOutput(output);
    return check ? this.#check(output, before, text) : this.#write(output, before, text);
  }

  /** Prints the warnings that aren't ignored. Returns whether they are accepted. */
  #passWarnings(all: readonly Warning[]): boolean {
    const { allowed, source, strict } = this.#options;
    const warnings = all.filter(({ code }) => !allowed.has(code));
    const lines = warnings.map(
      ({ code, pointer, message, file }) => `${placeOf(file, source)}#${pointer}: [${code}] ${message}`,
    );
    for (const line of lines) if (!this.#said.has(line)) this.#say(line);
    this.#said = new Set(lines);
    if (!strict || warnings.length === 0) return true;
    const codes = [...new Set(warnings.map(({ code }) => code))].join(',');
    this.#say(
      `homing: ${pluralize(warnings.length, 'warning')}, rejected by --strict: fix the document, or pass --allow ${codes}`,
    );
    return false;
  }

  async #print(text: string): Promise<ExitCode> {
    try {
      await print(this.#process.stdout, text);
    } catch (error) {
      // The reader closed the pipe, as `| head` does.
      if (codeOf(error) !== 'EPIPE') throw fileError("stdout can't be written", error);
    }
    return 0;
  }

  /** Prints the changes without writing. */
  #check(file: string, before: string | undefined, text: string): ExitCode {
    if (before === undefined) {
      this.#say(`${file} is missing: run without --check to write it`);
      return 1;
    }
    if (isEqual(before, text)) {
      this.#say(`${file} is up to date`);
      return 0;
    }
    for (const sentence of differences(before, text)) this.#say(`${file}: ${sentence}`);
    this.#say(`${file} is out of date: run without --check to update it`);
    return 1;
  }

  async #write(file: string, before: string | undefined, text: string): Promise<ExitCode> {
    if (before !== undefined && isEqual(before, text)) {
      this.#say(`${file} is up to date: ${summary(text)}`);
      return 0;
    }
    await writeOutput(file, text, this.#process.pid);
    const sentences = this.#options.watch && before ? differences(before, text) : [];
    const more = sentences.splice(MOST_SENTENCES).length;
    if (more > 0) sentences.push(`and ${more} more`);
    this.#say(`${file} was written: ${sentences.join('; ') || summary(text)}`);
    return 0;
  }

  #say(line: string): void {
    printLine(this.#process.stderr, line);
  }
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
    if (typeof options === 'object') return await new Command(options, process).run();
    const answer = options === 'version' ? VERSION : USAGE.trimEnd();
    for (const line of answer.split('\n')) printLine(options === 'usage' ? stderr : stdout, line);
    return options === 'usage' ? 2 : 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    printLine(stderr, isUsage ? `homing: ${error.message}; see homing --help` : failureOf(error, ''));
    return 2;
  }
}
