import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { GenerateResult } from '../generate.js';
import { partMark } from '../groups/group-files.js';
import { FileError, fileError, fileExists, isEqual, readOutput, targetOf } from './output.js';

/** One file of a client, before it is written. */
export interface ClientFile {
  readonly file: string;
  readonly text: string;
  /** The existing file; undefined for a new file. */
  readonly before: string | undefined;
  /** Whether the file is written only if it doesn't exist. */
  readonly isStarter?: boolean;
}

/** The files of a client. */
export interface ClientFiles {
  /** The output first. */
  readonly files: readonly ClientFile[];
  /** Files of groups that no longer exist. */
  readonly stale: readonly string[];
  /** On the first run, files that are written only if they don't exist, and that exist. */
  readonly kept: readonly string[];
}

/** Whether a file differs from its text, apart from the version of homing. */
export const isChanged = ({ before, text }: ClientFile): boolean =>
  before === undefined || !isEqual(before, text);

/**
 * Returns the files of a client. Rejects with a FileError if homing didn't write one of the existing files, because
 * it would be overwritten.
 *
 * @param mocksFile Path of the file for mocks.
 */
export async function clientFiles(
  output: string,
  { text, parts, mocks, starters = [] }: Pick<GenerateResult, 'text' | 'parts' | 'mocks' | 'starters'>,
  mocksFile?: string,
): Promise<ClientFiles> {
  const folder = dirname(output);
  const all = [
    { file: output, text },
    ...parts.map(({ fileName, text }) => ({ file: nextTo(output, fileName), text })),
    ...(mocks === undefined || mocksFile === undefined ? [] : [{ file: mocksFile, text: mocks }]),
  ];
  const files: ClientFile[] = [];
  for (const each of all) files.push({ ...each, before: await readOutput(each.file) });
  const isNew = files[0]?.before === undefined;
  const kept: string[] = [];
  for (const { fileName, text } of starters) {
    const file = nextTo(output, fileName);
    if (!(await fileExists(file))) files.push({ file, text, before: undefined, isStarter: true });
    else if (isNew) kept.push(file);
  }
  // Some file systems ignore the case of a name.
  const names = new Set(all.map(({ file }) => basename(file).toLowerCase()));
  const found = await partsIn(folder, basename(output));
  return {
    files,
    stale: found.filter((name) => !names.has(name.toLowerCase())).map((name) => join(folder, name)),
    kept,
  };
}

/** Returns the path of another file of a client. Its folder is shown as it was passed. */
const nextTo = (output: string, fileName: string): string =>
  fileName.startsWith('..')
    ? join(dirname(output), fileName)
    : output.slice(0, -basename(output).length) + fileName;

/** Returns the parts of an output that an earlier run wrote. */
async function partsIn(folder: string, output: string): Promise<readonly string[]> {
  const start = `${output.replace(/\.\w+$/, '')}.`;
  const names = await readdir(folder).catch(() => []);
  const candidates = names.filter(
    (name) => name.startsWith(start) && /\.[mc]?ts$/.test(name) && name !== output,
  );
  const parts: string[] = [];
  for (const name of candidates.sort()) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    const [first = '', , third = ''] = text.split(/\r?\n/, 3);
    if (first.startsWith('// homing ') && `${third}\n` === partMark(output)) parts.push(name);
  }
  return parts;
}

/** Throws a FileError if two generated files have one path, or if the folder of one is another one. */
export async function refuseShared(clients: readonly ClientFiles[]): Promise<void> {
  const files = clients.flatMap((client) => client.files.map(({ file }) => file));
  const known = new Map<string, string>();
  for (const file of files) {
    const target = await targetOf(resolve(file));
    if (known.has(target)) throw new FileError(`two generated files have the path ${file}: change an output`);
    known.set(target, file);
  }
  for (const [target, file] of known) {
    const folder = foldersOf(target).find((each) => known.has(each));
    if (folder !== undefined)
      throw new FileError(`${file} is inside the generated file ${known.get(folder)}: change an output`);
  }
}

/** Returns the folder of a path, its folder, and so on. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folder !== path; folder = dirname(path)) {
    folders.push(folder);
    path = folder;
  }
  return folders;
}

/** Removes files of groups that no longer exist. */
export async function removeStale(files: readonly string[]): Promise<void> {
  for (const file of files)
    try {
      await rm(file, { force: true });
    } catch (error) {
      throw fileError(`${file} can't be removed`, error);
    }
}
