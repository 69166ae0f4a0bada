import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { barChart } from './bar-chart.mjs';
import { page } from './page.mjs';
import { writeReadme } from './readme.mjs';

const docs = new URL('../../docs/', import.meta.url);
const chartFolder = './public/charts';

export const figuresFile = new URL('benchmarks.json', docs);

// Further digits are noise.
const rounded = (_key, value) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;

const asJson = (figures) =>
  format(JSON.stringify(figures, rounded, 2), { parser: 'json', printWidth: 110, singleQuote: true });

/** Writes the figures, the page and its charts. */
export const writeDocs = async (figures) => {
  const charts = new URL(`${chartFolder}/`, docs);
  // Remove charts of suites that no longer exist.
  rmSync(charts, { recursive: true, force: true });
  mkdirSync(charts, { recursive: true });
  for (const chart of figures.suites.flatMap((suite) => suite.charts))
    writeFileSync(new URL(`${chart.file}.svg`, charts), barChart(chart));
  writeFileSync(figuresFile, await asJson(figures));
  writeFileSync(new URL('benchmarks.md', docs), page(figures, chartFolder));
  writeReadme(figures);
};
