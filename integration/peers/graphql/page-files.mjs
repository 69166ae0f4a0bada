import { readFile } from 'node:fs/promises';

/** A code block whose first line is a comment with a path, and the text block after it, which is the program's output. */
const BLOCK = /^```(?:ts|json|graphql)[^\n]*\n(?:\/\/|#) (\S+)\n(.*?)^```\n(?:\n```txt\n(.*?)^```\n)?/gms;

/**
 * The files that some sections of a page show.
 *
 * @param {string} page The path of the page.
 * @param {string[]} headings The headings (level 2) of the sections to read.
 * @returns {Promise<{ path: string, text: string, output: string | undefined }[]>}
 */
export async function filesOf(page, headings) {
  const sections = (await readFile(page, 'utf8')).split(/^## /m);
  return headings.flatMap((heading) => {
    const section = sections.find((text) => text.startsWith(`${heading}\n`));
    if (section === undefined) throw new Error(`${page} has no section "${heading}"`);
    return [...section.matchAll(BLOCK)].map(([, path, code, output]) => ({
      path,
      text: code,
      output: output?.trim(),
    }));
  });
}
