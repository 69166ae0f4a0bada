import { readFile, writeFile } from 'node:fs/promises';
import { THEMES } from './rows/all.mjs';
import { builtTransports, expectedOf, TRANSPORTS } from './transports.mjs';

const file = new URL('../../docs/faults.md', import.meta.url);
const [BEGIN, END] = ['<!-- rows:begin -->', '<!-- rows:end -->'];

const cell = (text) => text.replaceAll('|', '\\|');

const outcomeCell = (row, transport) => {
  const { comes, orComes, observed, why } = expectedOf(row, transport);
  const outcomes = orComes ? `${comes} or ${orComes}` : comes;
  const kinds = outcomes.replace(/\b(network|http|parse|timeout|abort|middleware)\b/g, "`'$1'`");
  const own = why === row.why ? '' : ` (${why})`;
  return cell([kinds, observed].filter(Boolean).join('; ') + own);
};

const line = (cells) => `| ${cells.join(' | ')} |`;

const section = ({ title, rows }) =>
  [
    `### ${title}`,
    '',
    line(['Fault', ...builtTransports.map((name) => TRANSPORTS[name].label), 'Why']),
    line(['---', ...builtTransports.map(() => '---'), '---']),
    ...rows.map((row) =>
      line([cell(row.name), ...builtTransports.map((name) => outcomeCell(row, name)), cell(row.why)]),
    ),
    '',
  ].join('\n');

const render = (text) => {
  const [before, rest] = text.split(BEGIN);
  const [, after] = rest.split(END);
  return `${before}${BEGIN}\n\n${THEMES.map(section).join('\n')}\n${END}${after}`;
};

export const writeTable = async () => writeFile(file, render(await readFile(file, 'utf8')));

/** Whether the table in the docs matches the rows. */
export const checkTable = async () => {
  const text = await readFile(file, 'utf8');
  return text === render(text);
};
