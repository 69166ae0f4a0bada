// Makes calls to servers that break connections, stall, or send invalid or endless data, on real sockets. Checks the
// Result, that each call ends, and that nothing stays open. Prints one line per row. Fails if a row differs from its
// expectation, or if the table in docs/faults.md is out of date.
//
// npm run integration -- faults [-- --write]
import { runClient } from './run-client.mjs';
import { checkTable, writeTable } from './docs-table.mjs';
import { allRows } from './rows/all.mjs';
import { builtTransports, TRANSPORTS } from './transports.mjs';

const isWriting = process.argv.includes('--write');

const runs = builtTransports.map(async (name) => {
  const begun = performance.now();
  const found = await runClient(name);
  return { ...found, label: TRANSPORTS[name].label, seconds: (performance.now() - begun) / 1000 };
});

for (const { failures, general, isDead, label, seconds } of await Promise.all(runs)) {
  for (const { row, problems } of isDead ? [] : failures) {
    console.error(`✗ ${label}: ${row}`);
    for (const problem of problems) console.error(`    ${problem}`);
  }
  for (const problem of general) console.error(`✗ ${label}: ${problem}`);
  const good = `${allRows.length - failures.length} of ${allRows.length} rows as expected`;
  console.log(`faults, ${label}: ${good}, ${seconds.toFixed(1)} s`);
  if (failures.length + general.length > 0) process.exitCode = 1;
}

if (isWriting) await writeTable();
else if (!(await checkTable())) {
  console.error('✗ docs/faults.md is out of date: npm run integration -- faults --write');
  process.exitCode = 1;
}
