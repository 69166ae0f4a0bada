// The cache uses the fetch, Response and clock of the runtime. Runs the public suite against homing's memory cache in
// Bun and Deno, with their own fetch. In other versions of Node, runs everything that run.mjs runs, with SQLite if
// that version has it. Installs the runtimes of integration/runtimes when they are first needed.
//
//   node integration/http-cache/runtimes.mjs [--suite=FOLDER] [name ...]
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { installRuntimes } from '../runtimes/prepare.mjs';
import { LIKE_NODE, nodeBinary } from '../runtimes/runtimes.mjs';
import { count, judge } from './judge.mjs';
import { besideUs, isThere, startServer } from './suite-server.mjs';

const MODES = ['private', 'shared'];
const MAJORS = [22, 24, 26];
/** Milliseconds after which a run counts as hung. */
const LIMIT = 1_200_000;

/** The tests that can't pass with the fetch of a runtime. */
const OWN = {
  Bun: { 'headers-store-Transfer-Encoding': 'its fetch rejects unknown codings' },
};

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const { values, positionals } = parseArgs({
  options: { suite: { type: 'string', default: besideUs() } },
  allowPositionals: true,
});
const folder = resolve(values.suite);
const isWanted = (name) => positionals.length === 0 || positionals.includes(name);

/** Runs a program. Returns its output and its exit code. */
const outputOf = (command, args, shown) =>
  new Promise((done, reject) => {
    const stdio = ['ignore', shown ? 'inherit' : 'pipe', 'inherit'];
    const child = spawn(command, args, { stdio, detached: true });
    // Also kill its child processes.
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), LIMIT);
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      done({ text, code });
    });
  });

const fail = (text) => {
  console.error(`  ✗ ${text}`);
  process.exitCode = 1;
};

/** The tests that can't pass with a fetch that hides informational responses. */
async function interimTests() {
  const { default: suites } = await import(`${folder}/tests/index.mjs`);
  const ids = suites
    .flatMap(({ tests }) => tests)
    .filter(({ requests }) => requests.some((each) => 'expected_interim_responses' in each))
    .map(({ id }) => [id, 'interim responses are not reported']);
  return Object.fromEntries(ids);
}

async function runLikeNode(name, base, unseen) {
  const { binary, args } = LIKE_NODE[name];
  for (const mode of MODES) {
    const told = JSON.stringify({ folder, base, mode });
    const { text, code } = await outputOf(await binary(), [...args, here('suite-client.mjs'), told]);
    const [, json] = /^@results (.*)$/m.exec(text) ?? [];
    if (!json) {
      fail(`${name}, ${mode}: ended with ${code}\n${text}`);
      continue;
    }
    const results = new Map(JSON.parse(json));
    const [, version] = /^@version (.*)$/m.exec(text);
    const cells = ['required', 'optimal'].map((kind) => {
      const { passed, all } = count(results, kind);
      return `${passed} of ${all} ${kind}`;
    });
    console.log(`${name} ${version}, ${mode}: ${cells.join(', ')}`);
    const applied = Object.entries({ ...unseen, ...OWN[name] }).filter(([id]) => results.has(id));
    for (const wrong of judge(mode, name, results, Object.fromEntries(applied))) fail(wrong);
  }
}

if (isThere(folder)) {
  await installRuntimes();
  const base = await startServer(folder, 9000 + (process.pid % 1000));
  const unseen = await interimTests();
  for (const name of Object.keys(LIKE_NODE)) if (isWanted(name)) await runLikeNode(name, base, unseen);
  for (const major of MAJORS) {
    if (!isWanted(String(major))) continue;
    console.log(`\nNode ${major}`);
    const { code } = await outputOf(await nodeBinary(major), [here('run.mjs'), `--suite=${folder}`], true);
    if (code !== 0) fail(`Node ${major}: run.mjs ended with ${code}`);
  }
  // The suite's server never exits by itself.
  process.exit();
}
