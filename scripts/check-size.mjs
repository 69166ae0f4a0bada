// Why: bytes creep in one import at a time. This bundles what a consumer would bundle and holds it to the budgets in
// house.json: the smallest program, and what each entry adds to it. They say what is, and not what is wanted: it may
// shrink, and not grow unnoticed.
import { bundleSize, programs, restWith } from './bundle-size.mjs';
import { entries, table } from './house.mjs';

const row = (name, ...cells) =>
  console.log(name.padEnd(20) + cells.map((cell) => cell.padStart(10)).join(''));

// Without a budget yet: it says how much there is, and fails.
const held = (name, { minified, gzip }, budget = 0) => {
  const over = gzip > budget;
  row(name, minified.toFixed(2), gzip.toFixed(2), budget.toFixed(1), over ? 'over budget' : '');
  if (over) process.exitCode = 1;
};

const rest = await bundleSize(programs['REST only']);

row('kB', 'minified', 'gzip', 'budget');
held('REST only', rest, table.restBudget);
for (const entry of entries) {
  const { minified, gzip } = await bundleSize(restWith(entry), { platform: entry.platform });
  const added = { minified: minified - rest.minified, gzip: gzip - rest.gzip };
  held(`+ ${entry.specifier}`, added, entry.budget);
}
