import { markdownTable, shown } from './text-table.mjs';

const INTRO = `# Benchmarks

\`npm run bench\` builds homing, installs its peers in \`bench/\` (homing doesn't depend on them), measures, and writes this page, its charts and [benchmarks.json](./benchmarks.json). The next run overwrites manual changes.

\`\`\`sh
npm ci
npm run bench                       # all of it, and this page
npm run bench -- overhead types     # some of it, printed only
npm run bench -- --quick            # all of it, roughly, printed only
npm run bench -- sizes --write      # updates some of this page
npm run bench -- overhead --build ../other/dist/index.js   # compares with another build
\`\`\`

Contenders do the same work: they insert an id into the URL, send the request, check the status and parse the JSON. homing returns a Result, and the others return the data. Retries are off. All other defaults of the libraries stay.

Contenders take turns in short batches, in an order that changes from round to round, so that other load on the machine affects all of them equally. Figures are medians of the rounds. Ratios are medians of the ratios within a round. They mean more than the times, which depend on this machine. If a test doesn't wait, its time is CPU time of the process, including garbage collection. Collections aren't forced between timed batches, because they would drop compiled code. They are forced where memory is measured.`;

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

/** The page in Markdown, from the figures of a run. */
export const page = ({ machine, versions, suites }, chartFolder) =>
  `${[
    INTRO,
    `## Machine and versions\n\n${list(Object.entries(machine))}\n\n${list(Object.entries(versions))}`,
    `## Goals\n\n${goalsTable(suites)}`,
    ...suites.map((suite) => section(suite, chartFolder)),
  ].join('\n\n')}\n`;
