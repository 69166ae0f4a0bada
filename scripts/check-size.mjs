// Why: bytes creep in one import at a time. This bundles what a consumer would bundle and holds it to a budget.
import { bundleSize, programs } from './bundle-size.mjs';

// gzip, in kB of 1000 bytes. What is, and not what is wanted: it may shrink, and not grow unnoticed.
const budgets = { 'REST only': 11.3, everything: 18.1 };

const row = (name, ...cells) =>
  console.log(name.padEnd(12) + cells.map((cell) => cell.padStart(12)).join(''));

row('kB', 'minified', 'gzip', 'budget');
for (const [name, budget] of Object.entries(budgets)) {
  const { minified, gzip } = await bundleSize(programs[name]);
  const over = budget !== null && gzip > budget;
  row(name, minified.toFixed(2), gzip.toFixed(2), budget?.toFixed(2) ?? '-', over ? 'over budget' : '');
  if (over) process.exitCode = 1;
}
