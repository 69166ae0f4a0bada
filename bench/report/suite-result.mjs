// A suite returns plain data: tables, goals and charts. The console output, the page and the charts are made from them.

/**
 * @param {string} title
 * @param {{ key: string, label: string, digits?: number }[]} columns The first column is the name of the row. null is
 * printed as a dash.
 * @param {Record<string, string | number | null>[]} rows
 */
export const table = (title, columns, rows) => ({ title, columns, rows });

/** The column of names, and columns of numbers with their labels and digits. The `digits` of a row override them. */
export const columns = (first, numbers) => [
  { key: 'name', label: first },
  ...Object.entries(numbers).map(([key, [label, digits]]) => ({ key, label, digits })),
];

/** Single figures, each with its unit: `[name, value, unit, digits]`. */
export const facts = (title, rows) =>
  table(
    title,
    [...columns('', { value: ['figure', 2] }), { key: 'unit', label: 'unit' }],
    rows.map(([name, value, unit = '', digits = 2]) => ({ name, value, unit, digits })),
  );

const goal =
  (relation, holds) =>
  (text, value, limit, unit = '', digits = 2) => ({
    text,
    value,
    relation,
    limit,
    unit,
    digits,
    met: holds(value, limit),
  });

export const atMost = goal('at most', (value, limit) => value <= limit);
export const atLeast = goal('at least', (value, limit) => value >= limit);
export const below = goal('below', (value, limit) => value < limit);

/** Bars of one figure. `better` sets the direction. The bars of homing have another color. */
export const chart = (file, title, unit, rows, key, { better = 'lower', digits = 1 } = {}) => ({
  file,
  title,
  unit,
  better,
  digits,
  bars: rows
    .filter((row) => typeof row[key] === 'number')
    .map((row) => ({ label: row.name, value: row[key] })),
});
