// What `vitest` gives the specs, on Mocha: of Stryker's runners only Mocha's keeps a process for many mutants,
// which is the difference between half an hour and half a day.
const { configureGlobal } = require('fast-check');
const { bind, expect, vi } = require('../jest/tools.cjs');

// Once for each mutant: a few draws find what is broken everywhere.
configureGlobal({ numRuns: 5 });

// What needs a realm or a process of its own; and what takes long.
const LEFT_OUT =
  /^((headers|body) on it is no option|replace the global fetch and put it back|knows the name of every option)|^a \w+ has no key$|\d0,000|thousand/;

// Mocha takes `(title, body)`; Vitest may be given a time limit as well.
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
