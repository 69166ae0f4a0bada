import { dirname, mkdir, readFile, realpath, rename, rm, writeFile } from './node-api.js';

/** The text of a file, with the line ends that a generated one has; undefined when there is none. */
export async function readOutput(file: string): Promise<string | undefined> {
  try {
    // A checkout for Windows may have changed them.
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
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
  const target = await targetOf(file);
  const draft = `${target}.${pid}.tmp`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await writeFile(draft, text);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
