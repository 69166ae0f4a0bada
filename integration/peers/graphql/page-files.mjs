import { readFile } from 'node:fs/promises';

/** A block of a page, and the text block that follows it, which is what it prints. */
const BLOCK = /^```(?:ts|json|graphql)[^\n]*\n(?:\/\/|#) (\S+)\n(.*?)^```\n(?:\n```txt\n(.*?)^```\n)?/gms;

/**
 * The files that a page shows: the blocks whose first line is a comment with a path.
 *
 * @param {string} page Its path.
 * @returns {Promise<{ path: string, text: string, output: string | undefined }[]>}
 */
export async function filesOf(page) {
  const text = await readFile(page, 'utf8');
  return [...text.matchAll(BLOCK)].map(([, path, code, output]) => ({
    path,
    text: code,
    output: output?.trim(),
  }));
}
