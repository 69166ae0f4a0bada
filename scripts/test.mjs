// Runs all steps of `npm test`, reports each one, and stops at the first failure. Steps of one stage run in
// parallel, because each uses one core.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Each step is an npm script, so it can be run alone. A later stage can need an earlier one. */
const STAGES = [
  // The build checks the types of lib/, so only the types of spec/ remain.
  ['build:if-changed', 'lint:spec-types', 'lint:imports'],
  ['test:unit'],
  // Longest first, so that no core is idle at the end.
  [
    'check:docs',
    'test:types',
    'check:reference',
    'check:production',
    'check:size',
    'check:exports',
    'check:language',
  ],
];

/** Number of parallel steps: a small machine has two cores. */
const AT_ONCE = 2;

const steps = STAGES.flat();
const npm = process.env.npm_execpath;
if (npm === undefined) throw new Error('scripts/test.mjs is run by `npm test`.');

/** Runs one step. Resolves with its output, its exit code and its seconds. */
const run = (step) =>
  new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(process.execPath, [npm, 'run', '--silent', step], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed = [];
    child.stdout.on('data', (chunk) => printed.push(chunk));
    child.stderr.on('data', (chunk) => printed.push(chunk));
    child.on('close', (code) =>
      resolve({ code, seconds: (performance.now() - began) / 1000, text: Buffer.concat(printed).toString() }),
    );
  });

const report = (step, { code, seconds, text }) => {
  process.stdout.write(text);
  const outcome = code === 0 ? 'passed' : 'FAILED';
  const number = `${steps.indexOf(step) + 1} of ${steps.length}`;
  console.log(`== ${step} (${number}) ${outcome} in ${Math.round(seconds)} s\n`);
};

/** Returns the CPU seconds of the finished steps. Only Linux reports them. */
const cpuSeconds = () => {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    // cutime and cstime: CPU time of ended child processes, in hundredths of a second.
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return undefined;
  }
};

const began = performance.now();
for (const stage of STAGES) {
  const waiting = [...stage];
  const failed = [];
  const work = async () => {
    for (let step = waiting.shift(); step && failed.length === 0; step = waiting.shift()) {
      console.log(`== ${step} begins`);
      const outcome = await run(step);
      report(step, outcome);
      if (outcome.code !== 0) failed.push(step);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failed.length > 0) {
    console.error(`${failed.join(' and ')} failed. To run one again: npm run ${failed[0]}`);
    process.exit(1);
  }
}
const cpu = cpuSeconds();
const used = cpu === undefined ? '' : `, of ${Math.round(cpu)} s of the processor`;
console.log(`everything passed in ${Math.round((performance.now() - began) / 1000)} s${used}`);
