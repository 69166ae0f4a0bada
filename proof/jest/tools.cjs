// What `@jest/globals` is made of, for runners other than Jest's: the packages that Jest itself puts together.
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

// The runner and the platform's fetch run on these, in the same realm.
const RUNNERS = ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'];
const useFakeTimers = ({ doNotFake = [], ...options } = {}) =>
  timers.useFakeTimers({ ...options, doNotFake: [...new Set([...doNotFake, ...RUNNERS])] });

const jest = { ...methodsOf(mocker), ...methodsOf(timers), useFakeTimers };

module.exports = { bind, expect, jest };
