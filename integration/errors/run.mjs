// Checks the messages and log lines of errors, which might be all that an operator sees. It causes every failure over
// real sockets, and writes the messages into docs/reference/error-messages.md.
//
//   node integration/errors/run.mjs --check    Node's rows; fails if the page differs
//   node integration/errors/run.mjs --write    all rows, also in Bun, Deno and Chromium, into the page
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODES, OTHERS } from './transports.mjs';
import { startServers } from './servers.mjs';

const PAGE = new URL('../../docs/reference/error-messages.md', import.meta.url);
const between = (name) => new RegExp(`(?<=<!-- ${name} -->\\n).*?(?=\\n<!-- /${name} -->)`, 's');
const isWriting = process.argv.includes('--write');

/** The platform's messages differ between versions of Node. The page has the messages of the lowest version. */
const LOWEST = 20;

const line = (cells) => `| ${cells.join(' | ')} |`;
const head = (cells) => [line(cells), line(cells.map(() => '---'))];
const code = (text) => (text ? `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\`` : '–');

/** Fields in addition to the message and the log line. */
const rest = (json) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(json).filter(([name]) => !['name', 'message', 'request'].includes(name)),
    ),
  );

const failures = (rows) =>
  [
    ...head(['Failure', 'Message', '`toJSON()` without `name`, `message` and `request`', 'Log']),
    ...rows.map(({ name, message, json, line: log }) =>
      line([name, code(message), code(rest(json)), code(log)]),
    ),
  ].join('\n');

const reason = ({ message }) => message?.replace(/^[A-Z]+ \S+ (query User )?/, '') ?? '';

/** The rows whose reasons are not the same everywhere. */
const transports = (told) => {
  const [first, ...others] = Object.values(told);
  const differing = first.filter((row, at) =>
    others.some((each) => each[at].message && reason(each[at]) !== reason(row)),
  );
  return [
    ...head(['Failure', ...Object.keys(told)]),
    ...differing.map((row) => {
      const at = first.indexOf(row);
      return line([row.name, ...Object.values(told).map((each) => code(reason(each[at])))]);
    }),
  ].join('\n');
};

const tellAll = async (clients) => {
  const folder = await mkdtemp(join(tmpdir(), 'homing-errors-'));
  const servers = await startServers();
  try {
    const certificates = join(folder, 'trusted.pem');
    await writeFile(certificates, servers.trusted);
    const told = {};
    for (const [name, run] of Object.entries(clients))
      told[name] = JSON.parse(await run(servers.urls, { folder, certificates }));
    return told;
  } finally {
    await servers.close();
    await rm(folder, { recursive: true });
  }
};

/** The existing columns of the table's rows, by the value of the first column. */
const cellsOf = (table, columns) =>
  Object.fromEntries(
    table.match(/^\|.*$/gm).map((row) => {
      const [, name, ...cells] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
      return [name, cells.slice(0, columns).join(' | ')];
    }),
  );

const check = (text, told) => {
  const written = { ...cellsOf(between('failures').exec(text)[0], 3) };
  const wanted = cellsOf(failures(told['global `fetch`']), 3);
  const faults = Object.keys({ ...wanted, ...written }).filter((name) => wanted[name] !== written[name]);
  const columns = Object.keys(NODES).length;
  const differing = cellsOf(between('transports').exec(text)[0], columns);
  const now = cellsOf(transports(told), columns);
  faults.push(
    ...Object.keys(now).filter(
      (name) => name !== 'Failure' && !/^-+$/.test(name) && now[name] !== differing[name],
    ),
  );
  for (const name of faults)
    console.error(
      `✗ docs/reference/error-messages.md is out of date: ${name}\n    ${wanted[name] ?? ''}\n    ${now[name] ?? ''}`,
    );
  if (faults.length > 0) process.exitCode = 1;
};

const told = await tellAll(isWriting ? { ...NODES, ...OTHERS } : NODES);
for (const [name, rows] of Object.entries(told)) {
  const silent = rows.filter(({ message }) => message === 'no error');
  for (const row of silent) console.error(`✗ ${name}: ${row.name} did not fail`);
  if (silent.length > 0) process.exitCode = 1;
}
const text = await readFile(PAGE, 'utf8');
const major = Number.parseInt(process.versions.node, 10);
if (isWriting) {
  const drawn = text
    .replace(between('failures'), () => `\n${failures(told['global `fetch`'])}\n`)
    .replace(between('transports'), () => `\n${transports(told)}\n`);
  await writeFile(PAGE, drawn);
} else if (major === LOWEST) check(text, told);
else console.log(`errors: the page has the words of Node ${LOWEST}, and this is ${major}: not compared`);
console.log(`errors: ${Object.values(told)[0].length} failures, over ${Object.keys(told).join(', ')}`);
