const count = (results, wanted) => results.filter(({ state }) => state === wanted).length;

const rowOf = ({ name, version, results, seconds, missing }) =>
  missing
    ? [name, version, '', '', '', missing]
    : [
        name,
        version,
        ...['passed', 'failed', 'skipped'].map((state) => String(count(results, state))),
        `${seconds.toFixed(1)} s`,
      ];

const HEAD = ['Runtime', 'Version', 'Passed', 'Failed', 'Skipped', 'Time'];

/** The table for the console. */
export const table = (outcomes) => {
  const rows = [HEAD, ...outcomes.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const isNumber = (column) => column >= 2 && column <= 4;
  const cell = (text, column) =>
    isNumber(column) ? text.padStart(widths[column]) : text.padEnd(widths[column]);
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
};

/** The table for the docs, without times, which change with each run. */
export const markdownTable = (outcomes) => {
  const lines = [HEAD, ['---', '---', '--:', '--:', '--:'], ...outcomes.map(rowOf)];
  return lines.map((row) => `| ${row.slice(0, 5).join(' | ')} |`).join('\n');
};

/** The reasons for skipped cases, with their number. */
export const skips = (outcomes) =>
  outcomes.flatMap(({ name, results }) => {
    const counts = new Map();
    for (const { state, reason } of results)
      if (state === 'skipped') counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return Array.from(counts, ([reason, n]) => `${name}: skipped ${n}, ${reason}`);
  });

/** The failed cases, with the reason. */
export const failures = (outcomes) =>
  outcomes.flatMap(({ name, results }) =>
    results
      .filter(({ state }) => state === 'failed')
      .map((result) => `FAILED ${name}: ${result.name}\n${result.reason}`),
  );
