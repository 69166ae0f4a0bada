// `vitest` where it can't run: collects the cases of the bundled specs, and runs them.
import { bind, expect as expectOf, vi } from '../../jest/tools.cjs';
import { isLack, lack, startRunning, takeLacked } from './lack.mjs';

/** Nothing waits that long; a busy machine may. */
const LIMIT = 15_000;

// As they are before a spec puts fake ones in their place.
const { setTimeout, clearTimeout } = globalThis;

const cases = [];
let suite;

const inSuite = (title, define) => {
  const outer = suite;
  suite = { title, outer, beforeEach: [], afterEach: [] };
  try {
    define();
  } finally {
    suite = outer;
  }
};

const addCase = (title, body, limit = LIMIT) => {
  cases.push({ title, body, limit, suite });
};

const addRows = bind(addCase, false);
const each =
  (...table) =>
  (title, body, limit) => {
    const guarded = (...row) => {
      for (const cell of row) if (isLack(cell)) lack(cell.message);
      return body(...row);
    };
    addRows(...table)(title, guarded, limit);
  };

const hook = (kind) => (body) => {
  suite[kind].push(body);
};

/** What a case looked at last. */
let received;
const expect = Object.assign((value) => {
  received = value;
  return expectOf(value);
}, expectOf);

export { expect, vi };
export const it = Object.assign(addCase, { each });
export const test = it;
export const describe = Object.assign(inSuite, { each: bind(inSuite, false) });
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');

/** The timer is there before it runs, as a case may count those that it leaves behind. */
const within = async (limit, run) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not settled after ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** A suite and those around it, the outermost first. */
const around = (inner) => (inner ? [...around(inner.outer), inner] : []);

const runHooks = async (hooks) => {
  for (const run of hooks) await within(LIMIT, run);
};

const runCase = async ({ body, limit, suite: own }) => {
  const suites = around(own);
  try {
    await runHooks(suites.flatMap(({ beforeEach }) => beforeEach));
    await within(limit, body);
  } finally {
    await runHooks(suites.reverse().flatMap(({ afterEach }) => afterEach));
  }
};

const textOf = (thrown) => {
  const { message, stack } = thrown ?? {};
  return stack?.includes(message) ? stack : `${String(thrown)}\n${stack ?? ''}`;
};

/** Why a case that failed with this, or is called so, could not be passed here. */
const reasonAmong = (lacks, kind, text) => {
  const known = lacks.find((entry) => entry[kind] && new RegExp(entry[kind]).test(text));
  if (known) known.isMet = true;
  return known?.why;
};

/** What a case failed with, and the body of the error that it looked at, which no printer shows. */
const failureOf = (thrown) => {
  try {
    const { body } = received?.error ?? received ?? {};
    return body instanceof Error ? `${thrown}\n${body}` : String(thrown);
  } catch {
    // What a case looks at may be anything.
    return String(thrown);
  }
};

const outcomeOf = async (test, name, lacks) => {
  const known = reasonAmong(lacks, 'cases', name);
  if (known) return { state: 'skipped', reason: known };
  takeLacked();
  received = undefined;
  try {
    await runCase(test);
    return { state: 'passed' };
  } catch (thrown) {
    const reason = takeLacked() ?? reasonAmong(lacks, 'errors', failureOf(thrown));
    return reason ? { state: 'skipped', reason } : { state: 'failed', reason: textOf(thrown) };
  }
};

const nameOf = ({ title, suite: own }) => [...around(own), { title }].map((each) => each.title).join(' > ');

/** The cases of a file; what it throws while it is loaded is one that fails. */
const casesOf = async (file, load) => {
  cases.length = 0;
  const own = { title: file, beforeEach: [], afterEach: [] };
  suite = own;
  try {
    await load();
    return cases.slice();
  } catch (thrown) {
    const fail = () => {
      throw thrown;
    };
    return [{ title: 'loads', body: fail, limit: LIMIT, suite: own }];
  }
};

const globals = new Map(Object.entries(Object.getOwnPropertyDescriptors(globalThis)));

/** Each file finds the global object as it was. */
const restoreGlobals = () => {
  for (const [name, before] of globals) {
    const now = Object.getOwnPropertyDescriptor(globalThis, name);
    if (now?.value !== before.value || now?.get !== before.get)
      Object.defineProperty(globalThis, name, before);
  }
  // What a runtime has on the prototype of its global object is found there again.
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!globals.has(name)) Reflect.deleteProperty(globalThis, name);
};

/** Rejections that nobody handled, as the runtime tells of them. */
const watchRejections = () => {
  const seen = [];
  if (typeof globalThis.process?.on === 'function')
    globalThis.process.on('unhandledRejection', (reason) => seen.push(textOf(reason)));
  else
    globalThis.addEventListener?.('unhandledrejection', (event) => {
      event.preventDefault();
      seen.push(textOf(event.reason));
    });
  return seen;
};

/**
 * Runs the cases of the files, one after the other; never rejects.
 *
 * @param files What loads a file, by its path.
 * @param lacks What the runtime lacks: see `lacks.mjs`.
 * @param leftOut Patterns for the names of cases that are as if they were not there.
 */
export const run = async (files, lacks, leftOut) => {
  const isLeftOut = (name) => leftOut.some((pattern) => new RegExp(pattern).test(name));
  const collected = [];
  for (const [file, load] of Object.entries(files)) collected.push(await casesOf(file, load));
  startRunning();
  const rejections = watchRejections();
  const results = [];
  for (const tests of collected) {
    for (const test of tests) {
      const name = nameOf(test);
      if (!isLeftOut(name)) results.push({ name, ...(await outcomeOf(test, name, lacks)) });
    }
    vi.restoreAllMocks();
    vi.useRealTimers();
    restoreGlobals();
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const { cases: pattern, isMet } of lacks)
    if (pattern && !isMet)
      results.push({ name: `lacks > ${pattern}`, state: 'failed', reason: 'There is no case of this.' });
  const [reason] = rejections;
  results.push({
    name: 'the whole leaves no rejection unhandled',
    state: reason === undefined ? 'passed' : 'failed',
    reason,
  });
  return results;
};
