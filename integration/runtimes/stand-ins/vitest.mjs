// Replaces `vitest` in runtimes where it can't run. Collects the cases of the bundled specs, and runs them.
import { bind, expect as expectOf, vi } from '../../jest/tools.cjs';
import { isLack, lack, startRunning, takeLacked } from './lack.mjs';

/** The time limit of a case, long enough for a busy machine. */
const LIMIT = 15_000;

// The original timers, before a spec installs fake ones.
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

/** The last value that a case passed to `expect`. */
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

/** Sets its timer before the case runs, because a case can count its remaining timers. */
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

/** A suite and its parents, outermost first. */
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

/** The reason why a case with this name or failure can't pass here. */
const reasonAmong = (lacks, kind, text) => {
  const known = lacks.find((entry) => entry[kind] && new RegExp(entry[kind]).test(text));
  if (known) known.isMet = true;
  return known?.why;
};

/** The failure of a case, with the body of the inspected error, which no printer shows. */
const failureOf = (thrown) => {
  try {
    const { body } = received?.error ?? received ?? {};
    return body instanceof Error ? `${thrown}\n${body}` : String(thrown);
  } catch {
    // The value of a case can be anything.
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

/** The cases of a file. An error while the file loads becomes a failed case. */
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

/** Restores the global object for each file. */
const restoreGlobals = () => {
  for (const [name, before] of globals) {
    const now = Object.getOwnPropertyDescriptor(globalThis, name);
    if (now?.value !== before.value || now?.get !== before.get)
      Object.defineProperty(globalThis, name, before);
  }
  // Deleting an own property restores the inherited one.
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!globals.has(name)) Reflect.deleteProperty(globalThis, name);
};

/** Unhandled rejections, as reported by the runtime. */
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
 * Runs the cases of the files one after another. Never rejects.
 *
 * @param files The functions that load a file, by path.
 * @param lacks The missing features of the runtime, see `lacks.mjs`.
 * @param leftOut Patterns for the names of ignored cases.
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
      results.push({ name: `lacks > ${pattern}`, state: 'failed', reason: 'No case matches this pattern.' });
  const [reason] = rejections;
  results.push({
    name: 'the whole leaves no rejection unhandled',
    state: reason === undefined ? 'passed' : 'failed',
    reason,
  });
  return results;
};
