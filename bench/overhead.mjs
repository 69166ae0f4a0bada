// What a call costs beside the network: homing, ofetch and ky against the same call written by hand.
// The network is a stub, so what is left is what each library does around fetch. It prints and judges nothing:
// times depend on the machine, ratios much less.
//
// npm run bench -- [other builds of homing to compare, as paths to their index.js]
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { pathToFileURL } from 'node:url';
import ky from 'ky';
import { createFetch } from 'ofetch';
import { handWritten, homing, kyClient, ofetchClient } from './contenders.mjs';
import { bareStub, responseStub } from './stubs.mjs';
import { interleaved } from './measure.mjs';

const BUILD = '../dist/index.js';

const versionOf = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).version;

const versions = {
  homing: versionOf('../package.json'),
  ofetch: versionOf('node_modules/ofetch/package.json'),
  ky: versionOf('node_modules/ky/package.json'),
};

// By path and not as a dependency: always this checkout's build, with nothing to install anew when it changes.
const builds = new Map([['homing', await import(BUILD)]]);
for (const path of process.argv.slice(2)) builds.set(path, await import(pathToFileURL(path)));

const contenders = (fetch) => ({
  ...Object.fromEntries([...builds].map(([name, build]) => [name, homing(build, fetch)])),
  ofetch: ofetchClient(createFetch, fetch),
});

const table = (title, medians) => {
  const [byHand] = medians.keys();
  const { overhead: ofetchOverhead } = medians.get('ofetch');
  const width = Math.max(...[...medians.keys()].map((name) => name.length));
  const row = (name, ...cells) =>
    console.log(`  ${name.padEnd(width)}${cells.map((cell) => cell.padStart(18)).join('')}`);
  console.log(`\n${title}`);
  row('', 'ns per call', 'overhead in ns', 'of ofetch’s', 'total of by hand');
  for (const [name, { ns, overhead, ratio }] of medians) {
    const shown =
      name === byHand ? ['-', '-'] : [overhead.toFixed(0), (overhead / ofetchOverhead).toFixed(2)];
    row(name, ns.toFixed(0), ...shown, ratio.toFixed(2));
  }
};

const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
console.log(
  `${list.join(', ')}; node ${process.version}, ${process.arch}, ${cpus()[0]?.model ?? 'unknown cpu'}`,
);

const stubs = {
  '(a) fetch gives a bare object': bareStub,
  '(b) fetch gives a new Response': responseStub,
};
for (const [name, fetch] of Object.entries(stubs)) {
  const byHand = { 'by hand': handWritten(fetch) };
  const measured = (kind, group) => {
    const entries = Object.entries({ ...byHand, ...group });
    return interleaved(new Map(entries.map(([contender, calls]) => [contender, calls[kind]])));
  };
  for (const kind of ['get', 'post']) {
    const medians = await measured(kind, contenders(fetch));
    // In rounds of its own: it leaves so much garbage that whoever runs after it pays for some of that.
    const kyMedians = await measured(kind, { ky: kyClient(ky, fetch) });
    table(`${name}, ${kind.toUpperCase()}`, new Map([...medians, ['ky', kyMedians.get('ky')]]));
  }
}

console.log(`
Goals: (a) homing's overhead at most 0.50 of ofetch's; (b) homing at most 1.15 of the call by hand.`);
