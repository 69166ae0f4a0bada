// Runs one version of undici in the matching version of Node. Prints the results of each kind of dispatcher as JSON.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , bundle, name] = process.argv;
const require = createRequire(import.meta.url);
const { dispatcherCalls, dispatcherKinds, differencesOf } = await import(pathToFileURL(bundle).href);
const undici = require(name);

const rows = [];
for (const kind of dispatcherKinds) {
  const differences = [];
  let isThere = true;
  for (const way of ['option', 'global']) {
    const found = await differencesOf(undici, kind, way);
    if (found) differences.push(...found.map((difference) => ({ way, ...difference })));
    else isThere = false;
  }
  rows.push({ kind: kind[0], isThere, differences });
}
const { version } = require(`${name}/package.json`);
process.stdout.write(JSON.stringify({ version, calls: dispatcherCalls.length, rows }));
