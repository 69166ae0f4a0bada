import { markdownTable, shown } from './text-table.mjs';

const INTRO = `# Benchmarks

Written by \`npm run bench\`, which builds homing, installs its peers in \`bench/\` (they are no dependency of homing), takes the figures and writes this page, its charts and [benchmarks.json](./benchmarks.json). A change by hand is lost with the next run.

\`\`\`sh
npm ci
npm run bench                       # all of it, and this page
npm run bench -- overhead types     # some of it, printed only
npm run bench -- --quick            # all of it, roughly, printed only
npm run bench -- sizes --write      # some of it anew on this page, the rest as it was
npm run bench -- overhead --build ../other/dist/index.js   # beside another build
\`\`\`

Contenders do the same work: they put an id into the URL, send, look at the status and parse the JSON. homing hands over a Result, the others the data. Retries are off; whatever else is a library's default stays. They take turns in short batches, in an order that changes from round to round, so that what the machine does meanwhile hits all alike; figures are medians of the rounds. Ratios are medians of the ratios within a round, and mean more than the times, which are this machine's. Where nothing waits, time is CPU time of the process, garbage collection included. No collection is forced between timed batches, since it would drop compiled code; where memory is measured, they are forced.`;

const list = (entries) => entries.map(([name, value]) => `- ${name}: ${value}`).join('\n');

const goalRow = ({ text, value, relation, limit, unit, digits, met }) => ({
  text,
  value: `${shown(value, digits)}${unit}`,
  limit: `${relation} ${shown(limit, digits)}${unit}`,
  met: met ? 'met' : '**missed**',
});

const goalsTable = (suites) =>
  markdownTable({
    columns: [
      { key: 'text', label: 'goal' },
      { key: 'value', label: 'figure' },
      { key: 'limit', label: 'limit' },
      { key: 'met', label: '' },
    ],
    rows: suites.flatMap(({ goals }) => goals).map(goalRow),
  });

const section = ({ title, how, charts, tables, date, quick }, chartFolder) =>
  [
    `## ${title}`,
    how,
    `Taken on ${date}${quick ? ', roughly (`--quick`)' : ''}.`,
    ...charts.map(({ file, title: text }) => `![${text}](${chartFolder}/${file}.svg)`),
    ...tables.map((table) => `### ${table.title}\n\n${markdownTable(table)}`),
  ].join('\n\n');

/** The page in Markdown, from what a run has measured. */
export const page = ({ machine, versions, suites }, chartFolder) =>
  `${[
    INTRO,
    `## Machine and versions\n\n${list(Object.entries(machine))}\n\n${list(Object.entries(versions))}`,
    `## Goals\n\n${goalsTable(suites)}`,
    ...suites.map((suite) => section(suite, chartFolder)),
  ].join('\n\n')}\n`;
