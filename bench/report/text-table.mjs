const numbers = (digits) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Formats a cell. */
export const shown = (value, digits = 0) => {
  if (value === null || value === undefined) return '–';
  return typeof value === 'number' ? numbers(digits).format(value) : value;
};

const cellsOf = ({ columns, rows }) => [
  columns.map(({ label }) => label),
  ...rows.map((row) => columns.map(({ key, digits }) => shown(row[key], row.digits ?? digits))),
];

/** Formats a table for the console: names are left-aligned, figures right-aligned. */
export const textTable = (table) => {
  const cells = cellsOf(table);
  const widths = table.columns.map((_, at) => Math.max(...cells.map((row) => row[at].length)));
  const line = (row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join('  ')
      .trimEnd();
  return [table.title, ...cells.map((row) => `  ${line(row)}`)].join('\n');
};

export const markdownTable = (table) => {
  const [head, ...rows] = cellsOf(table);
  const line = (row) => `| ${row.join(' | ')} |`;
  const isText = ({ key }) => table.rows.every((row) => typeof row[key] === 'string');
  const rule = table.columns.map((column, at) => (at === 0 || isText(column) ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
};

export const goalLine = ({ text, value, relation, limit, unit, digits, met }) =>
  `${met ? 'met   ' : 'MISSED'}  ${text}: ${shown(value, digits)}${unit}, ${relation} ${shown(limit, digits)}${unit}`;
