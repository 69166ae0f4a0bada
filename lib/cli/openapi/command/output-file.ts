import { own } from '../document/json-document.js';
import { dirname, mkdir, readFile, realpath, rename, rm, stat, writeFile } from '../node-api.js';
import { isWritten } from './generated-file.js';

/** A file or folder that can't be used. The message is one line and says what to do. */
export class FileError extends Error {}

const REASONS = new Map([
  ['ENOENT', 'there is no such folder'],
  ['EISDIR', 'it is a folder; name a file in it'],
  ['ENOTDIR', 'a part of its path is a file, and no folder'],
  ['EEXIST', 'a part of its path is a file, and no folder'],
  ['EACCES', 'you have no permission'],
  ['EPERM', 'you have no permission'],
  ['EROFS', 'that disk can only be read'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ELOOP', 'its links lead round'],
]);

/** `ENOENT` and the like. */
export const codeOf = (error: unknown): unknown => own(error, 'code');

/** An error of the system in our words; anything else as it is. */
export function fileError(what: string, error: unknown): unknown {
  const code = codeOf(error);
  if (typeof code !== 'string') return error;
  const message = own(error, 'message');
  const reason = REASONS.get(code) ?? (typeof message === 'string' ? message : code);
  return new FileError(`${what}: ${reason}`, { cause: error });
}

/**
 * The text of a file, with the line ends that a generated one has; undefined when there is none. Throws a FileError for
 * one that homing didn't write: it would be lost.
 */
export async function readOutput(file: string): Promise<string | undefined> {
  try {
    const found = await stat(file);
    // A pipe would be read for ever.
    if (!found.isFile() && !found.isDirectory())
      throw new FileError(`${file} is no file; -o - writes to stdout`);
    // An editor may have begun it with a mark, and a checkout for Windows have changed its line ends.
    const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
    if (isWritten(text)) return text;
    throw new FileError(`${file} is not a file that homing wrote; remove it first, or name another`);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw fileError(`${file} can't be read`, error);
  }
}

/** What a link leads to: the link stays. */
const targetOf = async (file: string): Promise<string> => {
  try {
    return await realpath(file);
  } catch {
    return file;
  }
};

/**
 * Writes a file as a whole: whoever reads it meanwhile has all of the old one or all of the new one.
 *
 * @param pid Tells the file that is written first from that of another process.
 */
export async function writeOutput(file: string, text: string, pid: number): Promise<void> {
  if (/[\\/]$/.test(file)) throw new FileError(`${file} is a folder; name a file in it`);
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

/** Throws an FileError where the client would take the place of its document. */
export async function refuseSame(source: string, output: string): Promise<void> {
  const [from, to] = await Promise.all([targetOf(source), targetOf(output)]);
  if (from === to) throw new FileError(`${output} is the document itself; name another file to write to`);
}
