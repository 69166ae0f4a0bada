import { lstat, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { escaped, visible } from '../document/diagnostics.js';
import { own } from '../document/json-document.js';

export interface Output {
  /** Writes a text. `done` gets the error if the write failed. */
  write(text: string, done?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean | undefined;
}

export type ProcessSignal = 'SIGINT' | 'SIGTERM';

export interface Process {
  readonly pid: number;
  /** Features of the runtime. `typescript` is truthy if it can import TypeScript files. */
  readonly features?: { readonly typescript?: unknown } | undefined;
  /** Returns the working directory. */
  cwd?(): string;
  readonly stdout: Output;
  readonly stderr: Output;
  on(signal: ProcessSignal, listener: () => void): unknown;
  off(signal: ProcessSignal, listener: () => void): unknown;
}

/**
 * Matches commands that CI systems read from a program's output. GitHub: `::error::` at the start of a line,
 * and `##[error]` anywhere. Azure: `##vso[task.setvariable]` anywhere. TeamCity: `##teamcity[`.
 */
const COMMAND = /^(\s*):(?=:)|##(?=\w*\[)/g;

/** Matches a URL and captures scheme, host and path, query, and fragment. */
const URLS = /\b(https?:[\\/]+)(?:[^\s\\/?#"'`<>]*@)?([^\s?#"'`<>]*)(\?[^\s#"'`<>]*)?(#[^\s"'`<>]*)?/gi;

/** Whether a document is a URL. */
export const isUrl = (source: string): boolean => /^[a-z][a-z\d+.-]+:\/\//i.test(source);

/**
 * Returns the name of a document for messages: a URL without user, password, query and fragment, which can be
 * secrets. For an invalid URL, only the scheme is shown.
 */
export function shownSource(source: string): string {
  if (!isUrl(source)) return source;
  if (!URL.canParse(source)) return source.replace(/\/\/.*$/s, '//…');
  return source.replace(/^(\w+:\/+)(?:[^\\/?#]*@)?([^?#]*).*$/s, '$1$2');
}

/** Returns the name of another file for messages: relative, if it is below the working directory. */
export function shownFile(file: string): string {
  if (isUrl(file)) return shownSource(file);
  const near = relative('', file);
  return near.startsWith('..') ? file : near;
}

/** Returns the punctuation at the end of a URL, which belongs to the sentence. */
function punctuationAfter(text: string): string {
  let end = text.length;
  while (end > 0 && '.,:;)'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(end);
}

/** Removes secrets from the URLs in a sentence. Keeps JSON pointers, which aren't secret. */
const withoutSecrets = (text: string): string =>
  text.replace(URLS, (_, scheme: string, address: string, query = '', fragment = '') => {
    const isPointer = String(fragment).startsWith('#/');
    const end = isPointer ? String(fragment) : punctuationAfter(String(query) + String(fragment));
    return scheme + address + end;
  });

/**
 * Returns a text that is safe to print: one line without secrets, and without control sequences for terminals
 * and CI systems.
 */
export function sanitize(text: string): string {
  return visible(withoutSecrets(text)).replace(
    COMMAND,
    (command: string) => command.slice(0, -1) + escaped(command.slice(-1)),
  );
}

/** Prints a line. The command prints everything through this function, except the client on stdout. */
export function printLine(output: Output, line: string): void {
  output.write(`${sanitize(line)}\n`);
}

/** Writes a text unchanged. Rejects if the write fails, for example on a full disk. */
export function print(output: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Shows a line on a terminal while work is running, and removes it afterwards. */
export async function withSpinner<T>(output: Output, line: string, work: () => Promise<T>): Promise<T> {
  if (!output.isTTY) return work();
  output.write(sanitize(line));
  try {
    return await work();
  } finally {
    output.write('\r\u001B[K');
  }
}

/** Returns a count with a noun, such as `2 types`. */
export const pluralize = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Matches the mark of a generated file: TypeScript, or Markdown. */
const FIRST_WORDS = /^(\/\/|<!--) homing \S+:/;

/** Whether two files differ only in the version of homing. Then the file isn't written again. */
export const isEqual = (before: string, after: string): boolean =>
  withoutVersion(before) === withoutVersion(after);

export const withoutVersion = (text: string): string => text.replace(FIRST_WORDS, '$1 homing:');

/** Error of a file or folder that can't be used. The message is one line and names the fix. */
export class FileError extends Error {}

const REASONS = new Map([
  ['ENOENT', 'no such folder'],
  ['EISDIR', 'it is a folder; pass a file in it'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EEXIST', 'a part of its path is not a folder'],
  ['EACCES', 'you have no permission'],
  ['EPERM', 'you have no permission'],
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ELOOP', 'circular links'],
]);

/** Returns the code of a system error, such as `ENOENT`. */
export const codeOf = (error: unknown): unknown => own(error, 'code');

/** Converts a system error to a FileError. Returns any other error unchanged. */
export function fileError(what: string, error: unknown): unknown {
  const code = codeOf(error);
  if (typeof code !== 'string') return error;
  return new FileError(`${what}: ${REASONS.get(code) ?? (error as Error).message}`, { cause: error });
}

/**
 * Returns the text of a generated file with LF line breaks; undefined if the file doesn't exist. Throws a
 * FileError for a file that homing didn't write, because it would be overwritten, and for a symbolic link whose
 * target doesn't exist. An empty file is accepted.
 */
export async function readOutput(file: string): Promise<string | undefined> {
  try {
    const found = await stat(file);
    // Reading a pipe would never end.
    if (!found.isFile() && !found.isDirectory()) throw new FileError(`${file} is not a file; -o - is stdout`);
    // An editor can add a byte order mark, and a checkout on Windows can change line breaks.
    const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
    if (FIRST_WORDS.test(text) || text.trim() === '') return text;
    throw new FileError(`${file} was not generated by homing; remove it, or pass another file`);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw fileError(`${file} can't be read`, error);
    await refuseBrokenLink(file);
    return undefined;
  }
}

/** Throws a FileError for a symbolic link whose target doesn't exist, because a new file would replace the link. */
async function refuseBrokenLink(file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  if (found?.isSymbolicLink())
    throw new FileError(`${file} is a link to a missing file; remove it, or create the file`);
}

/** Returns whether a file exists. Throws a FileError for a symbolic link whose target doesn't exist. */
export async function fileExists(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (!found) await refuseBrokenLink(file);
  return found !== undefined;
}

/** Resolves symbolic links, so that writing keeps the link. The file, and folders of its path, can be missing. */
export const targetOf = async (file: string): Promise<string> => {
  const folder = dirname(file);
  return realpath(file).catch(async () =>
    folder === file ? file : join(await targetOf(folder), basename(file)),
  );
};

/** A generated file to write. */
interface OutputFile {
  readonly file: string;
  readonly text: string;
}

/** A file that was written under another name. */
interface Draft {
  readonly file: string;
  readonly draft: string;
  readonly target: string;
}

/**
 * Writes files atomically: a concurrent reader gets the whole old or new text. Writes all of them before it
 * replaces the first one, so that a full disk leaves all of them unchanged.
 *
 * @param pid Makes the names of the temporary files unique to this process.
 */
export async function writeOutputs(files: readonly OutputFile[], pid: number): Promise<void> {
  const folder = files.find(({ file }) => /[\\/]$/.test(file));
  if (folder) throw new FileError(`${folder.file} is a folder; pass a file in it`);
  const drafts: Draft[] = [];
  let current = '';
  try {
    for (const { file, text } of files) {
      current = file;
      const target = await targetOf(file);
      const draft = `${target}.${pid}.tmp`;
      drafts.push({ file, draft, target });
      await mkdir(dirname(target), { recursive: true });
      await writeFile(draft, text);
    }
    for (const { file, draft, target } of drafts) {
      current = file;
      await rename(draft, target);
    }
  } catch (error) {
    for (const { draft } of drafts) await rm(draft, { force: true }).catch(() => undefined);
    throw fileError(`${current} can't be written`, error);
  }
}

/** Throws a FileError if the client would overwrite its document. */
export async function refuseSame(source: string, output: string): Promise<void> {
  const [from, to] = await Promise.all([targetOf(source), targetOf(output)]);
  if (from === to) throw new FileError(`${output} is the document itself; pass another file with -o`);
}
