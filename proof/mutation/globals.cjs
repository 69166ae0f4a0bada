// What `@jest/globals` gives the specs, on Mocha: of Stryker's runners only Mocha's keeps a process for many mutants,
// which is the difference between half an hour and half a day.
const { configureGlobal } = require('fast-check');
const { expect } = require('expect');
const { bind } = require('jest-each');
const { ModuleMocker } = require('jest-mock');
const { ModernFakeTimers } = require('@jest/fake-timers');

// Once for each mutant: a few draws find what is broken everywhere.
configureGlobal({ numRuns: 5 });

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({
  global: globalThis,
  config: { fakeTimers: {}, rootDir: process.cwd() },
});

/** Loads anew what `load` requires of lib/, and leaves the copy that everybody else has as it was. */
const isolateModules = (load) => {
  const own = Object.keys(require.cache).filter((file) => /[\\/]build[\\/]lib[\\/]/.test(file));
  const kept = own.map((file) => [file, require.cache[file]]);
  for (const file of own) delete require.cache[file];
  try {
    load();
  } finally {
    for (const [file, module] of kept) require.cache[file] = module;
  }
};

const methodsOf = (target) =>
  Object.fromEntries(
    Object.getOwnPropertyNames(Object.getPrototypeOf(target))
      .filter((name) => name !== 'constructor' && typeof target[name] === 'function')
      .map((name) => [name, target[name].bind(target)]),
  );

// The runner and the platform's fetch run on these, in the same realm.
const RUNNERS = ['nextTick', 'setImmediate', 'clearImmediate', 'hrtime', 'performance', 'queueMicrotask'];
const useFakeTimers = ({ doNotFake = [], ...options } = {}) =>
  timers.useFakeTimers({ ...options, doNotFake: [...new Set([...doNotFake, ...RUNNERS])] });

const jest = { ...methodsOf(mocker), ...methodsOf(timers), isolateModules, useFakeTimers };

// What needs a realm of its own, which a Jest file has and this process has once; and what takes long.
const LEFT_OUT =
  /^((headers|body) on it is no option|replace the global fetch and put it back|knows the name of every option)|^a \w+ has no key$|\d0,000|thousand/;

// Mocha takes `(title, body)`; Jest may be given a time limit as well.
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
  jest,
};
