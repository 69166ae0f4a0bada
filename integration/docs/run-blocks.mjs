import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { transform } from 'esbuild';
import { directory } from './check-types.mjs';
import { compose } from './module.mjs';
import { DEMO_ORIGIN, startDemo, startService } from './service.mjs';

/** Much longer than any example takes. It only ends examples that hang. */
const DEADLINE = 20_000;

const BEGIN = "globalThis[Symbol.for('homing.docs.begin')]();";

const linesOf = (text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Whether each line matches. `…` matches any text within a line. */
const matches = (printed, wanted) => {
  const lines = linesOf(printed);
  const patterns = linesOf(wanted).map((line) => new RegExp(`^${line.split('…').map(escaped).join('.*')}$`));
  return lines.length === patterns.length && patterns.every((pattern, at) => pattern.test(lines[at]));
};

/** Runs a module until its thread exits. Returns the output of its own part. */
async function runModule(path, code) {
  const service = await startService();
  const demo = code.includes(DEMO_ORIGIN) ? await startDemo() : undefined;
  const worker = new Worker(new URL('block-worker.mjs', import.meta.url), {
    workerData: {
      module: pathToFileURL(path).href,
      servers: { 'https://api.example.com': service.baseUrl, [DEMO_ORIGIN]: demo?.baseUrl },
    },
  });
  let printed = '';
  worker.on('message', (message) => {
    printed = message.begins ? '' : printed + message.printed;
  });
  const timer = setTimeout(() => void worker.terminate(), DEADLINE);
  try {
    const [code] = await once(worker, 'exit');
    if (code !== 0) throw new Error(`did not end by itself in ${DEADLINE} ms. It printed:\n${printed}`);
    return printed;
  } finally {
    clearTimeout(timer);
    await Promise.all([service.close(), demo?.close()]);
  }
}

async function faultOf(block, at) {
  const { file, line, lang, output } = block;
  const { code } = await transform(compose(block, BEGIN).text, {
    loader: lang,
    target: 'es2022',
    jsx: 'automatic',
  });
  const path = join(directory, `run-${at}.mjs`);
  writeFileSync(path, code);
  try {
    const printed = await runModule(path, code);
    if (!output || matches(printed, output.code)) return undefined;
    return `${file}:${output.line} says what is not printed. It is:\n${printed}`;
  } catch (error) {
    return `${file}:${line} ${inspect(error)}`;
  }
}

/**
 * Runs the blocks, one per processor at a time.
 *
 * @param {import('./blocks.mjs').Block[]} blocks
 * @returns {Promise<string[]>} The mistakes.
 */
export async function runBlocks(blocks) {
  const faults = [];
  const waiting = [...blocks.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      faults.push(await faultOf(next[1], next[0]));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return faults.filter(Boolean);
}
