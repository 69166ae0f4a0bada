import { BEHAVIOURS } from './behaviours.mjs';

const COLUMNS = ['data', 'network', 'http', 'parse', 'timeout', 'abort', 'middleware'];

const line = (name, cells) =>
  console.log(name.padEnd(42) + cells.map((cell) => String(cell).padStart(11)).join(''));

/** Counts the outcomes per behavior, and the longest delay after the timeout. */
export const printTable = (reports) => {
  line('', [...COLUMNS, 'latest, ms', 'may be, ms']);
  for (const [number, { name }] of BEHAVIOURS.entries()) {
    const own = reports.filter(({ run }) => Number(run.split('.')[1]) === number);
    if (own.length === 0) continue;
    const outcomes = own.flatMap((report) => report.outcomes);
    const counts = COLUMNS.map((kind) => outcomes.filter((outcome) => outcome === kind).length);
    const { late, slack } = own.reduce((worst, report) => (report.late > worst.late ? report : worst));
    line(name, [...counts, Math.round(late), Math.round(slack)]);
  }
};
