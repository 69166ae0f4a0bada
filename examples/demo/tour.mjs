import { inspect, isDeepStrictEqual } from 'node:util';

const show = (value) =>
  typeof value === 'string' ? value : inspect(value, { breakLength: Infinity, depth: 4 });

/** Prints one line: a short label, then the value. */
const print = (label, value) => console.log(`   ${label.padEnd(10)}  ${show(value)}`);

/**
 * The tools that each step receives.
 *
 * @typedef {object} StepTools
 * @property {string} baseUrl The URL of the server.
 * @property {import('./server.mjs').DemoServer} server Records the requests. A step can add routes.
 * @property {typeof print} print Prints a labelled line.
 * @property {(what: string, actual: unknown, wanted: unknown) => void} expect Compares by value.
 */

/**
 * Runs the steps one after another and returns the exit code.
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
      fail('the step threw an error', inspect(thrown));
    }
  }
  console.log(failed.length ? `\nFailed checks:\n-  ${failed.join('\n- ')}` : '\nAll checks passed.');
  return failed.length ? 1 : 0;
}
