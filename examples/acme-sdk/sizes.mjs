// Compares what the two SDKs cost: bytes of a consumer, and lines that their authors maintain.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundle, SDKS } from './bundles.mjs';

const CONSUMER = `import Acme from 'acme-sdk';
const acme = new Acme();
console.log(await acme.orders.retrieve('o1'));`;

/** Maximum bytes of the gzipped consumer of the generated SDK. */
const LIMIT = 34_750;

/** Lines that contain more than a comment. */
const linesOf = async (...files) => {
  const texts = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')));
  return texts
    .join('\n')
    .split('\n')
    .filter((line) => line.trim() && !/^\s*(\/\/|#|\/?\*)/.test(line)).length;
};

async function bytesOf(sdk) {
  const options = { minify: true, platform: 'browser', conditions: ['production'] };
  const bytes = await bundle(sdk, CONSUMER, options);
  return { minified: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** Returns the cells of the table. Throws if the generated SDK is too large. */
export async function sizeTable() {
  const [generated, byHand] = await Promise.all(Object.keys(SDKS).map(bytesOf));
  if (generated.gzip > LIMIT) throw new Error(`The consumer has ${generated.gzip} bytes, above ${LIMIT}.`);
  const document = await linesOf('api.yaml');
  const configuration = await linesOf('homing.config.json');
  const code = await linesOf('by-hand/acme.ts');
  return [
    ['', 'Generated', 'By hand'],
    ['Bundle with `acme.orders.retrieve`, gzip', kB(generated.gzip), kB(byHand.gzip)],
    ['The same bundle, minified', kB(generated.minified), kB(byHand.minified)],
    ['Lines of code to maintain', '0', String(code)],
    ['Lines of configuration', String(configuration), '0'],
    ['Lines of the OpenAPI document', String(document), 'the same document, for your readers'],
  ];
}
