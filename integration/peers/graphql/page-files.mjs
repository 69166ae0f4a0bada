import { readFile } from 'node:fs/promises';

/** A code block whose first line is a comment with a path, and the text block after it, which is the program's output. */
const BLOCK = /^```(?:ts|json|graphql)[^\n]*\n(?:\/\/|#) (\S+)\n(.*?)^```\n(?:\n```txt\n(.*?)^```\n)?/gms;

/**
 * The files that a page, or some sections of it, show.
 *
 * @param {string} page The path of the page.
 * @param {string[]} [headings] The headings (level 2) of the sections to read. Default: the whole page.
 * @returns {Promise<{ path: string, text: string, output: string | undefined }[]>}
 */
export async function filesOf(page, headings) {
  const whole = await readFile(page, 'utf8');
  const sections = whole.split(/^## /m);
  const chosen = headings?.map((heading) => {
    const section = sections.find((text) => text.startsWith(`${heading}\n`));
    if (section === undefined) throw new Error(`${page} has no section "${heading}"`);
    return section;
  });
  return (chosen ?? [whole]).flatMap((section) =>
    [...section.matchAll(BLOCK)].map(([, path, code, output]) => ({
      path,
      text: code,
      output: output?.trim(),
    })),
  );
}
