// Calls a server that fails in many ways with the generated SDK and with the one that is written by hand, and compares
// what a customer gets. Outcomes are checked, durations are only printed. Needs the build of homing.
//
//   npm run example -- acme-sdk
//   node examples/acme-sdk/faults.mjs --write   writes the tables of docs/guide/publishing-an-sdk.md
import process from 'node:process';
import { loadSdk, SDKS } from './bundles.mjs';
import { startFaults } from './fault-server.mjs';
import { ROWS } from './fault-rows.mjs';
import { markdown, readTable, writeTable } from './guide-table.mjs';
import { sizeTable } from './sizes.mjs';

const LONGEST_MESSAGE = 70;
const PATIENCE = 20_000;
/** Milliseconds after which the table says that a call is slow. */
const SLOW = 3000;
/** Rows that run at the same time. More of them would delay each other past their timeouts. */
const CONCURRENCY = 6;

const count = (amount) => `${amount} request${amount === 1 ? '' : 's'}`;

const wordFor = (data) => {
  if (typeof data === 'object') return data.id === 'o1' ? 'an order' : 'another object';
  if (data === undefined) return 'undefined';
  return data.startsWith('<') ? 'a string' : data;
};

/** The classes of the SDK by hand have no `name`. */
const classOf = ({ name, constructor }) => (name === 'Error' ? constructor.name : name);

const shortened = (message) => {
  const text = message.replace(/\s+/g, ' ').replace(/127\.0\.0\.1:\d+/g, '127.0.0.1');
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
};

async function outcomeOf(Acme, row, options, arrival) {
  const call = row.call ?? ((acme) => acme.orders.retrieve('o1'));
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE, { error: new Error(`not within ${PATIENCE} ms`) });
  });
  const run = async () => ({ data: await call(new Acme({ ...options, ...row.options }), arrival) });
  return Promise.race([run().catch((error) => ({ error })), late]).finally(() => clearTimeout(timer));
}

/** Calls the server with one SDK. Returns what a customer gets. */
async function seenBy(sdk, { default: Acme, AcmeError }, row, server) {
  const start = performance.now();
  const options = { apiKey: 'sk_test_1', baseUrl: server.urlOf(sdk, row.fault) };
  const outcome = await outcomeOf(Acme, row, options, server.arrival(sdk, row.fault));
  const isSlow = performance.now() - start > SLOW;
  const requests = server.requestsOf(sdk, row.fault);
  const { data, error } = outcome;
  const parts = [
    error ? [classOf(error), error.status].filter(Boolean).join(' ') : `data: ${wordFor(data)}`,
    count(requests.length),
    error && !(error instanceof AcmeError) && 'not an AcmeError',
    row.observe?.({ outcome, requests, stolen: server.stolenFrom(sdk) }),
  ];
  const notes = [isSlow && 'slow', error && `\`${shortened(error.message).replaceAll('`', "'")}\``];
  return { outcome: parts.filter(Boolean).join('; '), notes: notes.filter(Boolean) };
}

/** Returns the cell of a table: the outcome, then what isn't checked. */
const cellOf = ({ outcome, notes }) => [outcome.replace(/^(\w+Error)/, '`$1`'), ...notes].join('; ');

/** Returns the differences between the table of the guide and the rows. */
async function differencesFromGuide(table) {
  const written = await readTable('faults');
  return table.slice(1).flatMap(([name, ...outcomes]) => {
    const row = written.find(([first]) => first === name) ?? [];
    const isSame = outcomes.every(({ outcome }, index) =>
      `${row[index + 1] ?? ''};`.replaceAll('`', '').startsWith(`${outcome};`),
    );
    return isSame ? [] : [`The guide differs at "${name}": run this with --write.`];
  });
}

const names = Object.keys(SDKS);
const sdks = await Promise.all(names.map(loadSdk));
delete process.env.ACME_API_KEY;
const server = await startFaults();
const run = async (row) => {
  const seen = names.map((name, index) => seenBy(name, sdks[index], row, server));
  return [row.name, ...(await Promise.all(seen))];
};
const table = [];
for (let start = 0; start < ROWS.length; start += CONCURRENCY)
  table.push(...(await Promise.all(ROWS.slice(start, start + CONCURRENCY).map(run))));
await server.close();

const faults = table.flatMap(([name, ...seen], index) =>
  names.flatMap((sdk, at) => {
    const expected = ROWS[index].both ?? ROWS[index][sdk];
    const { outcome } = seen[at];
    return outcome === expected ? [] : [`${name}, ${sdk}: expected "${expected}", got "${outcome}".`];
  }),
);
const head = ['Fault', 'Generated', 'By hand'];
const cells = [head, ...table.map(([name, ...seen]) => [name, ...seen.map(cellOf)])];
const sizes = await sizeTable();
console.log(`${markdown(cells)}\n\n${markdown(sizes)}`);
if (faults.length === 0 && process.argv.includes('--write')) {
  await writeTable('faults', cells);
  await writeTable('sizes', sizes);
} else faults.push(...(await differencesFromGuide([head, ...table])));
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
