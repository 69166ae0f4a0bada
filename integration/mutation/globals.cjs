// A replacement of `vitest` for Mocha. Only Stryker's Mocha runner reuses a process for many mutants, which reduces the
// run from half a day to half an hour.
const { configureGlobal } = require('fast-check');
const { bind, expect, vi } = require('../jest/tools.cjs');

// These run once per mutant, so a few random draws are enough.
configureGlobal({ numRuns: 5 });

// Skip specs that need their own realm or process, and slow specs.
const LEFT_OUT =
  /^((headers|body) on it is no option|replace the global fetch and put it back|knows the name of every option)|^a \w+ has no key$|\d0,000|thousand/;

// Mocha accepts `(title, body)`. Vitest also accepts a timeout.
const withLimit = (define) => (title, body, limit) => {
  if (LEFT_OUT.test(title)) return;
  const defined = define(title, body);
  if (limit !== undefined) defined.timeout(limit);
};
const it = Object.assign(withLimit(globalThis.it), { skip: globalThis.it.skip });
it.each = bind(it);
const describe = Object.assign((title, body) => globalThis.describe(title, () => void body()), {});
describe.each = bind(describe, false);

module.exports = {
  afterAll: globalThis.after,
  afterEach: globalThis.afterEach,
  beforeAll: globalThis.before,
  beforeEach: globalThis.beforeEach,
  describe,
  expect,
  it,
  test: it,
  vi,
};
