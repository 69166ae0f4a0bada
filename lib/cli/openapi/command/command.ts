import { dirname } from 'node:path';
import { DocumentError, type Warning } from '../document/diagnostics.js';
import { generate } from '../generate.js';
import {
  type ClientFile,
  clientFiles,
  type ClientFiles,
  isChanged,
  refuseShared,
  removeStale,
} from './client-files.js';
import { type CommandOptions, UsageError } from './command-options.js';
import { differences, summary } from './differences.js';
import type { Job, JobSource } from './jobs.js';
import {
  codeOf,
  FileError,
  fileError,
  pluralize,
  print,
  printLine,
  type Process,
  type ProcessSignal,
  refuseSame,
  shownFile,
  shownSource,
  withSpinner,
  writeOutputs,
} from './output.js';
import { renamedMethods } from './renamed-methods.js';
import { watchFiles } from './watch.js';

export type ExitCode = 0 | 1 | 2;

/** Maximum number of differences in one line. */
const MOST_SENTENCES = 10;

const SIGNALS: readonly ProcessSignal[] = ['SIGINT', 'SIGTERM'];

const placeOf = (file: string | undefined, source: string): string =>
  file === undefined ? shownSource(source) : shownFile(file);

/** Returns a line with the reason of a failure and the fix. */
export const failureOf = (error: unknown, source: string): string => {
  if (error instanceof UsageError) return `homing: ${error.message}; see homing --help`;
  if (error instanceof FileError) return `homing: ${error.message}`;
  if (!(error instanceof DocumentError)) {
    const [line = ''] = String(error).split('\n');
    return `homing: ${line}: this is a bug in homing, please report it`;
  }
  const pointer = error.pointer === undefined ? '' : `#${error.pointer}`;
  return `${placeOf(error.file, source)}${pointer}: ${error.message.replaceAll(source, shownSource(source))}`;
};

/** The client of a document, before it is written. */
interface GeneratedClient {
  readonly job: Job;
  readonly text: string;
  /** Files that were read. */
  readonly files: readonly string[];
  /** Files to write; none for stdout. */
  readonly outputs: ClientFiles;
  /** Whether the warnings are accepted. */
  readonly isAccepted: boolean;
}

const NO_FILES: ClientFiles = { files: [], stale: [], kept: [] };

/**
 * Generates the clients once, or repeatedly with `--watch`. Writes all of them, or none if any document has an
 * error.
 */
export class Command {
  readonly #options: CommandOptions;
  readonly #source: JobSource;
  readonly #process: Process;
  /** Aborted by a signal to end the process. */
  readonly #ending = new AbortController();
  /** Warnings of the previous run. With `--watch`, they aren't printed again. */
  #said: ReadonlySet<string> = new Set();
  /** Warnings of this run. */
  #warned = new Set<string>();
  #jobs: readonly Job[] = [];

  constructor(options: CommandOptions, source: JobSource, process: Process) {
    this.#options = options;
    this.#source = source;
    this.#process = process;
  }

  /** Runs the command. Resolves with the exit code. Rejects if the first configuration is invalid. */
  async run(): Promise<ExitCode> {
    this.#jobs = await this.#source.load();
    return this.#options.watch ? await this.#keepGenerating() : (await this.#generate()).code;
  }

  /** Generates whenever a file changes, until a signal ends the process. */
  async #keepGenerating(): Promise<ExitCode> {
    const { config, pages, load } = this.#source;
    const end = (): void => this.#ending.abort();
    for (const name of SIGNALS) this.#process.on(name, end);
    this.#say(`homing: watching ${this.#watched()}; Ctrl+C to stop`);
    const files = () => [
      ...this.#jobs.map(({ source, options: { root = dirname(source) } }) => ({ file: source, root })),
      ...[config, pages].flatMap((file) => (file === undefined ? [] : [{ file }])),
    ];
    const read = async (): Promise<readonly string[] | undefined> => {
      try {
        this.#jobs = await load();
        return (await this.#generate()).files;
      } catch (error) {
        this.#say(failureOf(error, ''));
        return undefined;
      }
    };
    await watchFiles({ files, read }, this.#ending.signal);
    for (const name of SIGNALS) this.#process.off(name, end);
    return 0;
  }

  #watched(): string {
    const { config, pages } = this.#source;
    const [first, ...others] = this.#jobs;
    const documents =
      others.length > 0
        ? [`${this.#jobs.length} documents`, 'their $refs']
        : [first?.source ?? '', 'its $refs'];
    const files = [config, pages].flatMap((file) => (file === undefined ? [] : [shownFile(file)]));
    const all = [...documents, ...files];
    return `${all.slice(0, -1).join(', ')} and ${String(all.at(-1))}`;
  }

  /**
   * Generates once. Resolves with the exit code and the files that were read; `files` is undefined after a
   * failure.
   */
  async #generate(): Promise<{ readonly code: ExitCode; readonly files?: readonly string[] }> {
    const clients: GeneratedClient[] = [];
    this.#warned = new Set();
    for (const job of this.#jobs) {
      const client = await this.#read(job);
      if (this.#ending.signal.aborted) return { code: 0 };
      if (client) clients.push(client);
    }
    this.#said = this.#warned;
    const isRead = clients.length === this.#jobs.length;
    const files = isRead ? { files: clients.flatMap((each) => each.files) } : {};
    if (!isRead || clients.some(({ isAccepted }) => !isAccepted)) {
      if (this.#jobs.length > 1) this.#say('homing: nothing was written: fix the errors above');
      return { code: 2, ...files };
    }
    try {
      return { code: await this.#deliver(clients), ...files };
    } catch (error) {
      this.#say(failureOf(error, ''));
      return { code: 2 };
    }
  }

  /** Reads a document, and prints its warnings. Resolves with undefined after a failure. */
  async #read(job: Job): Promise<GeneratedClient | undefined> {
    const { source, output, mocks, options } = job;
    try {
      if (output !== undefined) await refuseSame(source, output);
      const spinner = `reading ${shownSource(source)} …`;
      const result = await withSpinner(this.#process.stderr, spinner, () => generate(options));
      const { text, warnings, files } = result;
      if (this.#ending.signal.aborted) return undefined;
      const isAccepted = this.#passWarnings(job, warnings);
      const isWritten = output !== undefined && isAccepted;
      const outputs = isWritten ? await clientFiles(output, result, mocks) : NO_FILES;
      return { job, text, files, outputs, isAccepted };
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#say(failureOf(error, source));
      return undefined;
    }
  }

  async #deliver(clients: readonly GeneratedClient[]): Promise<ExitCode> {
    const toFiles: ClientFiles[] = [];
    for (const { job, text, outputs } of clients)
      if (job.output === undefined) await this.#print(text);
      else toFiles.push(outputs);
    await refuseShared(toFiles);
    if (!this.#options.check) return await this.#write(toFiles);
    const codes = toFiles.map((client) => this.#check(client));
    return codes.includes(1) ? 1 : 0;
  }

  /** Prints the warnings that aren't ignored. Returns whether they are accepted. */
  #passWarnings({ source, allowed, strict }: Job, all: readonly Warning[]): boolean {
    const warnings = all.filter(({ code }) => !allowed.has(code));
    for (const { code, pointer, message, file } of warnings) {
      const line = `${placeOf(file, source)}#${pointer}: [${code}] ${message}`;
      if (!this.#said.has(line)) this.#say(line);
      this.#warned.add(line);
    }
    if (!strict || warnings.length === 0) return true;
    const codes = [...new Set(warnings.map(({ code }) => code))].join(',');
    this.#say(
      `homing: ${pluralize(warnings.length, 'warning')}, rejected by --strict: fix the document, or pass --allow ${codes}`,
    );
    return false;
  }

  async #print(text: string): Promise<void> {
    try {
      await print(this.#process.stdout, text);
    } catch (error) {
      // The reader closed the pipe, as `| head` does.
      if (codeOf(error) !== 'EPIPE') throw fileError("stdout can't be written", error);
    }
  }

  /** Prints the changes without writing. */
  #check({ files, stale }: ClientFiles): ExitCode {
    const changed = files.filter((each) => !each.isStarter && isChanged(each));
    for (const { file, before, text } of changed) {
      if (before === undefined) {
        this.#say(`${file} is missing: run without --check to write it`);
        continue;
      }
      for (const sentence of differences(before, text)) this.#say(`${file}: ${sentence}`);
      for (const sentence of renamedMethods(before, text)) this.#say(`${file}: ${sentence}`);
      this.#say(`${file} is out of date: run without --check to update it`);
    }
    for (const file of stale) this.#say(`${file} is not needed any more: run without --check to remove it`);
    if (changed.length > 0 || stale.length > 0) return 1;
    this.#say(`${files[0]?.file ?? ''} is up to date`);
    return 0;
  }

  async #write(clients: readonly ClientFiles[]): Promise<ExitCode> {
    await writeOutputs(clients.flatMap(({ files }) => files).filter(isChanged), this.#process.pid);
    for (const { files, stale, kept } of clients) {
      await removeStale(stale);
      for (const line of this.#written(files)) this.#say(line);
      for (const { file, before, text } of files)
        for (const sentence of renamedMethods(before ?? '', text)) this.#say(`${file}: ${sentence}`);
      for (const file of kept)
        this.#say(`${file} already exists: remove it and run this again to get the generated one`);
      for (const file of stale) this.#say(`${file} was removed: its group is gone`);
    }
    return 0;
  }

  /** Returns what was written of a client: with `--watch`, the changes of each file. */
  #written(files: readonly ClientFile[]): string[] {
    const [output = ''] = files.map(({ file }) => file);
    const whole = summary(files.map(({ text }) => text));
    const changed = files.filter(isChanged);
    if (changed.length === 0) return [`${output} is up to date: ${whole}`];
    if (!this.#options.watch || changed.every(({ before }) => !before))
      return [`${output} was written: ${whole}`];
    return changed.map(({ file, before, text }) => {
      const sentences = before ? differences(before, text) : [];
      const more = sentences.splice(MOST_SENTENCES).length;
      if (more > 0) sentences.push(`and ${more} more`);
      return `${file} was written: ${sentences.join('; ') || summary([text])}`;
    });
  }

  #say(line: string): void {
    printLine(this.#process.stderr, line);
  }
}
