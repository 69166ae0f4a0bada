import { aborts } from './aborts.mjs';
import { bodies } from './bodies.mjs';
import { caching } from './caching.mjs';
import { clients } from './clients.mjs';
import { deadlines } from './deadlines.mjs';
import { errors } from './errors.mjs';
import { graphql } from './graphql.mjs';
import { hostile } from './hostile.mjs';
import { toolsOf } from './kit.mjs';
import { logging } from './logging.mjs';
import { middleware } from './middleware.mjs';
import { pagination } from './pagination.mjs';
import { params } from './params.mjs';
import { polling } from './polling.mjs';
import { responses } from './responses.mjs';
import { retrying } from './retrying.mjs';
import { sharing } from './sharing.mjs';
import { testing } from './testing.mjs';
import { urls } from './urls.mjs';
import { wireBodies } from './wire-bodies.mjs';
import { wireEnds } from './wire-ends.mjs';
import { wireResponses } from './wire-responses.mjs';

const THEMES = {
  urls,
  params,
  bodies,
  responses,
  errors,
  deadlines,
  aborts,
  middleware,
  retrying,
  caching,
  logging,
  sharing,
  clients,
  polling,
  pagination,
  graphql,
  testing,
  hostile,
  'real HTTP, requests': wireBodies,
  'real HTTP, responses': wireResponses,
  'real HTTP, ends': wireEnds,
};

/** A case that takes longer hangs: none of them waits for more than some milliseconds. */
const LIMIT = 15_000;

const within = async (limit, promise) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not settled after ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

const textOf = (thrown) => {
  const { message, stack } = thrown ?? {};
  if (thrown?.name === 'Mismatch') return message;
  return stack?.includes(message) ? stack : `${String(thrown)}\n${stack ?? ''}`;
};

const runCase = async (test, tools, lacks) => {
  const missing = (test.capabilities ?? []).filter((capability) => Object.hasOwn(lacks, capability));
  if (missing.length > 0)
    return { state: 'skipped', reason: missing.map((name) => `${name}: ${lacks[name]}`).join('; ') };
  try {
    await within(LIMIT, test(tools));
    return { state: 'passed' };
  } catch (thrown) {
    return { state: 'failed', reason: textOf(thrown) };
  }
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
 * Runs every case, one after the other; never rejects.
 *
 * @param host `homing`, `middleware` and `testing`: the package's modules as this runtime loads them; `fetch`: the
 * one under test, undefined for the global one; `server`: the base URL for real HTTP; `lacks`: what the runtime
 * can't do, by the capability's name, with the reason.
 */
export const runSuite = async (host) => {
  const rejections = watchRejections();
  const tools = toolsOf(host);
  const results = [];
  for (const [theme, cases] of Object.entries(THEMES)) {
    for (const [name, test] of Object.entries(cases)) {
      const outcome = await runCase(test, tools, host.lacks);
      results.push({ theme, name, ...outcome });
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  const [reason] = rejections;
  const name = 'leaves no rejection unhandled';
  results.push({ theme: 'the whole', name, state: reason === undefined ? 'passed' : 'failed', reason });
  return results;
};
