import { pathToFileURL } from 'node:url';
import { fetchPeers } from './contenders/fetch-peers.mjs';
import { contenderOf, homing } from './contenders/homing.mjs';
import { byHand, plainFetch } from './contenders/plain.mjs';
import { interleaved } from './measure/interleaved.mjs';
import { bareStub, responseStub } from './measure/stubs.mjs';
import { atMost, below, chart, columns, table } from './report/suite-result.mjs';

export const title = 'Overhead per call';

export const how = `The network is a stub, so the figures show what each library does around fetch. A minimal stub returns a bare object, which measures the library alone. The other stub returns a new \`Response\`, as every real fetch does. *Overhead* is the time that a contender needs in addition to plain fetch in the same round. *Quartiles* are the quartiles of the ratio to plain fetch. got and undici's \`request\` have their own transport, so a stub can't replace it. They take part [against a server](#throughput-and-cpu). axios takes part with its fetch adapter.`;

const BASE = 'https://api.example.com/v1';

const COLUMNS = columns('', {
  ns: ['ns per call', 0],
  overhead: ['overhead, ns', 0],
  ofOfetch: ['relative to ofetch', 2],
  ratio: ['relative to plain fetch', 2],
  low: ['quartiles', 2],
  high: ['', 2],
});

const STUBS = [
  { label: 'a minimal stub', file: 'minimal', fetch: bareStub },
  { label: 'a real Response', file: 'response', fetch: responseStub },
];

const goalsOf = (rows, where) => {
  const overheadOf = (wanted) => rows.find(({ name }) => name === wanted).overhead;
  const lowest = Math.min(...fetchPeers.map(({ name }) => overheadOf(name)));
  return [
    below(`overhead of ${where}, relative to the lowest peer`, overheadOf(homing.name) / lowest, 1),
    atMost(`overhead of ${where}, relative to ofetch`, overheadOf(homing.name) / overheadOf('ofetch'), 0.5),
  ];
};

const measured = async ({ fetch }, kind, contenders, quick) => {
  const calls = contenders.map(({ name, make }) => [name, make(BASE, { fetch })[kind]]);
  const rows = await interleaved(new Map(calls), quick);
  const { overhead: ofOfetch } = rows.find(({ name }) => name === 'ofetch');
  const [baseline, ...rest] = rows;
  return [
    { ...baseline, overhead: null, ofOfetch: null },
    ...rest.map((row) => ({ ...row, ofOfetch: row.overhead / ofOfetch })),
  ];
};

/** @param {{ quick: boolean, builds: string[] }} options `builds`: paths to the index.js of other builds of homing. */
export const run = async ({ quick, builds }) => {
  const others = builds.map(async (path) => contenderOf(path, await import(pathToFileURL(path))));
  const contenders = [plainFetch, byHand, homing, ...(await Promise.all(others)), ...fetchPeers];
  const result = { tables: [], goals: [], charts: [] };
  for (const stub of STUBS) {
    for (const kind of ['get', 'post']) {
      const rows = await measured(stub, kind, contenders, quick);
      const where = `${kind.toUpperCase()}, ${stub.label}`;
      result.tables.push(table(where, COLUMNS, rows));
      result.goals.push(...goalsOf(rows, `a ${where.replace(',', ' with')}`));
      result.charts.push(
        chart(
          `overhead-${kind}-${stub.file}`,
          `Overhead over plain fetch: ${where}`,
          'ns',
          rows,
          'overhead',
          {
            digits: 0,
          },
        ),
      );
    }
  }
  return result;
};
