import { LINE } from './outcome.mjs';

/** Prints a line of JSON for each finished test, between the output of the tests. */
export default async function* report(events) {
  const path = [];
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      path.length = data.nesting;
      path[data.nesting] = data.name;
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.skip !== undefined || data.todo !== undefined) continue;
    const name = [...path.slice(0, data.nesting), data.name].join(' > ');
    const error = data.details?.error;
    const message = String(error?.cause?.stack ?? error?.cause ?? error ?? '').slice(0, 2000);
    // Skip a parent that failed only because of its subtests.
    const isPass = type === 'test:pass' || error?.failureType === 'subtestsFailed';
    yield `\n${LINE}${JSON.stringify({ name, isPass, message })}\n`;
  }
}
