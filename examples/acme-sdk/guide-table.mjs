// Tables between markers of the guide "Publish an SDK".
import { readFile, writeFile } from 'node:fs/promises';

const GUIDE = new URL('../../docs/guide/publishing-an-sdk.md', import.meta.url);

const marks = (name) => [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];

const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** Prints rows of cells as a Markdown table. */
export const markdown = ([head, ...rows]) =>
  [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');

/** Returns the rows of cells that the guide has. */
export async function readTable(name) {
  const text = await readFile(GUIDE, 'utf8');
  const [begin, end] = marks(name).map((mark) => text.indexOf(mark));
  if (begin < 0 || end < begin) throw new Error(`The guide lacks the markers of "${name}".`);
  const lines = text
    .slice(begin, end)
    .split('\n')
    .filter((each) => each.startsWith('| '));
  return lines.map((each) => each.slice(2, -2).split(' | '));
}

export async function writeTable(name, rows) {
  const text = await readFile(GUIDE, 'utf8');
  const [begin, end] = marks(name);
  const [before] = text.split(begin);
  const [, after] = text.split(end);
  await writeFile(GUIDE, `${before}${begin}\n\n${markdown(rows)}\n\n${end}${after}`);
}
