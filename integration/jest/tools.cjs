// A replacement of `vitest` for other runners. It uses Jest's packages, which need no runner.
const { ModernFakeTimers } = require('@jest/fake-timers');
const { expect } = require('expect');
const { bind } = require('jest-each');
const { ModuleMocker } = require('jest-mock');

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ global: globalThis, config: { fakeTimers: {}, rootDir: '' } });

const methodsOf = (target) =>
  Object.fromEntries(
    Object.getOwnPropertyNames(Object.getPrototypeOf(target))
      .filter((name) => name !== 'constructor' && typeof target[name] === 'function')
      .map((name) => [name, target[name].bind(target)]),
  );

// Fakes all timers, except those that the runner and the platform's fetch use in the same realm.
const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance', 'hrtime'];
const RUNNERS = ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'];
const useFakeTimers = ({ toFake = FAKED, ...options } = {}) =>
  timers.useFakeTimers({
    ...options,
    doNotFake: [...RUNNERS, ...FAKED.filter((name) => !toFake.includes(name))],
  });

const stubbed = new Map();
const stubGlobal = (name, value) => {
  if (!stubbed.has(name)) stubbed.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};
const unstubAllGlobals = () => {
  for (const [name, before] of stubbed) {
    if (before) Object.defineProperty(globalThis, name, before);
    else Reflect.deleteProperty(globalThis, name);
  }
  stubbed.clear();
};

const mocked = (value) => value;

const vi = {
  ...methodsOf(mocker),
  ...methodsOf(timers),
  useFakeTimers,
  stubGlobal,
  unstubAllGlobals,
  mocked,
};

module.exports = { bind, expect, vi };
