import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version of Node that contains each version of undici. */
const NODES = { 6: 20, 7: 24, 8: 26 };

const cpu = process.arch === 'arm64' ? 'arm64' : 'x64';

/** The binary of a version of Node that `npm ci --prefix integration/runtimes` installs. */
export const nodeBinary = (major) => {
  const path = `../runtimes/node_modules/node-${major}-${cpu}/bin/node`;
  const file = fileURLToPath(new URL(path, import.meta.url));
  try {
    // The packages don't set the executable bit.
    chmodSync(file, 0o755);
  } catch {
    throw new Error(
      `Node ${major} is not there: npm run integration -- runtimes "node ${major}" installs it.`,
    );
  }
  return file;
};

/** The version of the undici in a folder, and the Node to run it with. */
export const undiciIn = (folder) => {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const major = Number.parseInt(version, 10);
  if (name !== 'undici' || !(major in NODES)) {
    throw new Error(`${folder} has ${name} ${version}: it has to be a checkout of undici 6, 7 or 8.`);
  }
  return { folder, version, major, nodeMajor: NODES[major], node: nodeBinary(NODES[major]) };
};
