import { inspect, isDeepStrictEqual } from 'node:util';

const show = (value) =>
  typeof value === 'string' ? value : inspect(value, { breakLength: Infinity, depth: 4 });

/** One line of the report: a short label, then what happened. */
const print = (label, value) => console.log(`   ${label.padEnd(10)}  ${show(value)}`);

/**
 * What every step is given.
 *
 * @typedef {object} StepTools
 * @property {string} baseUrl Where the server listens.
 * @property {import('./server.mjs').DemoServer} server What it saw, and a place for routes of the step's own.
 * @property {typeof print} print Prints a labelled line.
 * @property {(what: string, actual: unknown, wanted: unknown) => void} expect Compares by value.
 */

/**
 * Runs the steps in turn and gives the exit code.
 *
 * @param {{ title: string, run(tools: StepTools): Promise<void> }[]} steps
 * @param {import('./server.mjs').DemoServer} server
 */
export async function tour(steps, server) {
  const failed = [];
  for (const [at, { title, run }] of steps.entries()) {
    const heading = `${at + 1}. ${title}`;
    const fail = (what, ...lines) => {
      failed.push(`${heading}: ${what}`);
      print('FAILED', what);
      for (const line of lines) print('', line);
    };
    const expect = (what, actual, wanted) => {
      if (isDeepStrictEqual(actual, wanted)) print('ok', what);
      else fail(what, `expected ${show(wanted)}`, `got      ${show(actual)}`);
    };
    console.log(`\n${heading}`);
    server.takeRequests();
    try {
      await run({ baseUrl: server.baseUrl, server, expect, print });
    } catch (thrown) {
      fail('the step ran to its end', inspect(thrown));
    }
  }
  console.log(failed.length ? `\nNot as expected:\n- ${failed.join('\n- ')}` : '\nEverything as expected.');
  return failed.length ? 1 : 0;
}
