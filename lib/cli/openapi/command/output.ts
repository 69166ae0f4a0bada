import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { escaped, visible } from '../document/diagnostics.js';
import { own } from '../document/json-document.js';

export interface Output {
  /** `done` gets the error of a text that didn't arrive. */
  write(text: string, done?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean | undefined;
}

export type Signal = 'SIGINT' | 'SIGTERM';

export interface Process {
  readonly pid: number;
  readonly stdout: Output;
  readonly stderr: Output;
  on(signal: Signal, listener: () => void): unknown;
  off(signal: Signal, listener: () => void): unknown;
}

/**
 * What a CI takes for a command in the output of a program. GitHub: `::error::` at the start of a line, and `##[error]`
 * anywhere; Azure: `##vso[task.setvariable]` anywhere; TeamCity: `##teamcity[`.
 */
const COMMAND = /^(\s*):(?=:)|##(?=\w*\[)/g;

/** Its scheme, who asks, what is asked for, the query and the fragment. */
const URLS = /\b(https?:[\\/]+)(?:[^\s\\/?#"'`<>]*@)?([^\s?#"'`<>]*)(\?[^\s#"'`<>]*)?(#[^\s"'`<>]*)?/gi;

/** Whether a document is one that has to be fetched. */
export const isUrl = (source: string): boolean => /^[a-z][a-z\d+.-]+:\/\//i.test(source);

/**
 * A document as it is named: a URL without user, password, query and fragment, any of which may be secret. Of what can't
 * be parsed it isn't known where these stand.
 */
export function shownSource(source: string): string {
  if (!isUrl(source)) return source;
  if (!URL.canParse(source)) return source.replace(/\/\/.*$/s, '//…');
  return source.replace(/^(\w+:\/+)(?:[^\\/?#]*@)?([^?#]*).*$/s, '$1$2');
}

/** Another file of a document: from here, if it is near. */
export function shownFile(file: string): string {
  if (isUrl(file)) return shownSource(file);
  const near = relative('', file);
  return near.startsWith('..') ? file : near;
}

/** What ends the sentence, and not the URL. */
function punctuationAfter(text: string): string {
  let end = text.length;
  while (end > 0 && '.,:;)'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(end);
}

/** A sentence whose URLs are named so; where in its document something stands isn't secret. */
const withoutSecrets = (text: string): string =>
  text.replace(URLS, (_, scheme: string, asked: string, query = '', fragment = '') => {
    const isPointer = String(fragment).startsWith('#/');
    const end = isPointer ? String(fragment) : punctuationAfter(String(query) + String(fragment));
    return scheme + asked + end;
  });

/** A text as it may be said: in one line that holds no secret of a URL, and that neither a terminal nor a CI obeys. */
export function sanitize(text: string): string {
  return visible(withoutSecrets(text)).replace(
    COMMAND,
    (command: string) => command.slice(0, -1) + escaped(command.slice(-1)),
  );
}

/** Says a line. All that the command says goes through here, but for the client itself on stdout. */
export function printLine(output: Output, line: string): void {
  output.write(`${sanitize(line)}\n`);
}

/** Writes a text as it is. Rejects if it didn't arrive, as on a full disk. */
export function print(output: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** A line that is there as long as one waits at a terminal, and leaves nothing behind. */
export async function withSpinner<T>(output: Output, line: string, work: () => Promise<T>): Promise<T> {
  if (!output.isTTY) return work();
  output.write(sanitize(line));
  try {
    return await work();
  } finally {
    output.write('\r\u001B[K');
  }
}

/** `2 types` */
export const pluralize = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const FIRST_WORDS = /^\/\/ homing \S+:/;

/** Whether two files differ in nothing but the versions of homing: a newer one is no reason to write a file again. */
export const isEqual = (before: string, after: string): boolean =>
  withoutVersion(before) === withoutVersion(after);

const withoutVersion = (text: string): string => text.replace(FIRST_WORDS, '// homing:');

/**
 * Takes a generated file apart: its first lines, and its declarations by kind and name, `endpoint getUser`. These have an
 * empty line between them, and none inside.
 */
function declarationsOf(text: string): readonly [head: string, declarations: ReadonlyMap<string, string>] {
  const [head = '', ...blocks] = text.split('\n\n');
  const declarations = blocks.map((block) => {
    const [, word, name = ''] = /^export (const|type) ([^\s=:]+)/m.exec(block) ?? [];
    return [`${word === 'const' ? 'endpoint' : 'type'} ${name}`, block.trimEnd()] as const;
  });
  return [head, new Map(declarations)];
}

/** What became of a generated file, a sentence for each endpoint and type. */
export function differences(before: string, after: string): string[] {
  const [oldHead, old] = declarationsOf(withoutVersion(before));
  const [head, fresh] = declarationsOf(withoutVersion(after));
  const keys = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  const sentences = keys
    .filter((key) => old.get(key) !== fresh.get(key))
    .map((key) => {
      if (!old.has(key)) return `${key} was added`;
      return `${key} was ${fresh.has(key) ? 'changed' : 'removed'}`;
    });
  return oldHead === head ? sentences : ['its header was changed', ...sentences];
}

/** `12 endpoints and 30 types` */
export function summary(text: string): string {
  const keys = [...declarationsOf(text)[1].keys()];
  const endpoints = keys.filter((key) => key.startsWith('endpoint ')).length;
  return `${pluralize(endpoints, 'endpoint')} and ${pluralize(keys.length - endpoints, 'type')}`;
}

/** A file or folder that can't be used. The message is one line and says what to do. */
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

/** `ENOENT` and the like. */
export const codeOf = (error: unknown): unknown => own(error, 'code');

/** An error of the system in our words; anything else as it is. */
export function fileError(what: string, error: unknown): unknown {
  const code = codeOf(error);
  if (typeof code !== 'string') return error;
  return new FileError(`${what}: ${REASONS.get(code) ?? (error as Error).message}`, { cause: error });
}

/**
 * The text of a file, with the line ends that a generated one has; undefined when there is none. Throws a FileError for
 * one that homing didn't write: it would be lost. One without any text is nothing that could be.
 */
export async function readOutput(file: string): Promise<string | undefined> {
  try {
    const found = await stat(file);
    // A pipe would be read for ever.
    if (!found.isFile() && !found.isDirectory()) throw new FileError(`${file} is not a file; -o - is stdout`);
    // An editor may have begun it with a mark, and a checkout for Windows have changed its line ends.
    const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
    if (FIRST_WORDS.test(text) || text.trim() === '') return text;
    throw new FileError(`${file} was not generated by homing; remove it, or pass another file`);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw fileError(`${file} can't be read`, error);
  }
}

/** What a link leads to: the link stays. */
const targetOf = (file: string): Promise<string> => realpath(file).catch(() => file);

/**
 * Writes a file as a whole: whoever reads it meanwhile has all of the old one or all of the new one.
 *
 * @param pid Tells the file that is written first from that of another process.
 */
export async function writeOutput(file: string, text: string, pid: number): Promise<void> {
  if (/[\\/]$/.test(file)) throw new FileError(`${file} is a folder; pass a file in it`);
  const target = await targetOf(file);
  const draft = `${target}.${pid}.tmp`;
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(draft, text);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw fileError(`${file} can't be written`, error);
  }
}

/** Throws a FileError where the client would take the place of its document. */
export async function refuseSame(source: string, output: string): Promise<void> {
  const [from, to] = await Promise.all([targetOf(source), targetOf(output)]);
  if (from === to) throw new FileError(`${output} is the document itself; pass another file with -o`);
}
