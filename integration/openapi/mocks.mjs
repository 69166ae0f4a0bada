// Why: a generated mock that its own schema rejects makes tests fail for no reason. Generates clients with strict zod
// schemas and mocks from published documents, checks every mock, and prints a table. It bundles lib/ itself:
//   node integration/openapi/mocks.mjs [--folder DIR]... [--every N] [--reasons N] [--seed N] [PART-OF-A-NAME]
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, transform } from 'esbuild';
import { install } from '../install.mjs';
import { documents, here } from './documents.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', multiple: true, default: [] },
    every: { type: 'string', default: '1' },
    reasons: { type: 'string', default: '30' },
    seed: { type: 'string', default: '0' },
  },
});

/** The share of mocks that must be valid. */
const WANTED = 0.99;

const lib = join(here, '../../lib');
const folder = join(here, 'build-mocks');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

await install(here);
await build({
  entryPoints: {
    generator: join(lib, 'entries/openapi-generator.ts'),
    homing: join(lib, 'index.ts'),
    openapi: join(lib, 'entries/openapi.ts'),
  },
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  logLevel: 'error',
});
// The bodies themselves, instead of responses.
await writeFile(
  join(folder, 'testing.mjs'),
  'export const endpointMock = (endpoint, bodies) => ({ endpoint, bodies });\n',
);
const { generate } = await import(pathToFileURL(join(folder, 'generator.mjs')).href);

const write = async (name, text) => {
  const { code } = await transform(text, { loader: 'ts', target: 'es2022' });
  const local = code
    .replaceAll('from "homing/openapi"', 'from "./openapi.mjs"')
    .replaceAll('from "homing/testing"', 'from "./testing.mjs"')
    .replaceAll('from "homing"', 'from "./homing.mjs"');
  await writeFile(join(folder, name), local);
  return import(pathToFileURL(join(folder, name)).href);
};

const schemaOf = ({ schema, responses, errors }, status) => {
  const isSuccess = status.startsWith('2');
  const by = isSuccess ? responses : errors;
  const found = by?.[status] ?? by?.[`${status[0]}XX`] ?? by?.default;
  return found ?? (isSuccess ? schema : undefined);
};

const reasons = new Map();
const note = (reason, where) => {
  const known = reasons.get(reason) ?? { count: 0, where };
  known.count += 1;
  reasons.set(reason, known);
};

const check = async (mocks, label) => {
  const sum = { checked: 0, valid: 0 };
  for (const [name, { endpoint, bodies }] of Object.entries(mocks))
    for (const [status, body] of Object.entries(bodies)) {
      const schema = schemaOf(endpoint.config, status);
      // homing validates an empty body only by status of a success.
      if (!schema || (body === null && (!status.startsWith('2') || schema === endpoint.config.schema)))
        continue;
      sum.checked += 1;
      const wire = body === null ? undefined : JSON.parse(JSON.stringify(body));
      try {
        const { issues } = await schema['~standard'].validate(wire);
        if (!issues) sum.valid += 1;
        else
          note(
            issues[0].message.slice(0, 90),
            `${label} ${name} ${status} ${(issues[0].path ?? []).join('.')}`,
          );
      } catch (error) {
        note(`throws: ${String(error).slice(0, 80)}`, `${label} ${name} ${status}`);
      }
    }
  return sum;
};

const total = { documents: 0, failed: 0, mocks: 0, valid: 0, warned: 0, bytes: 0, ms: 0 };
const all = (await documents(values.folder)).filter(({ name }) =>
  positionals.every((part) => name.includes(part)),
);
const chosen = all.filter((_, index) => index % Number(values.every) === 0);
for (const [index, { set, name, file }] of chosen.entries()) {
  const began = performance.now();
  let result;
  const options = { schemas: 'zod', strictSchemas: true, docs: false, seed: Number(values.seed) };
  try {
    result = await generate({ ...options, document: file, offline: true, mocks: `./client${index}.mjs` });
  } catch (error) {
    // Documents without a client are the matter of run.mjs.
    if (error.name !== 'DocumentError') console.log(`${set} ${name}: ${error.stack}`);
    continue;
  }
  total.ms += performance.now() - began;
  total.documents += 1;
  total.bytes += result.mocks.length;
  total.warned += result.warnings.filter(({ code }) => code === 'mock').length;
  try {
    await write(`client${index}.mjs`, result.text);
    const { checked, valid } = await check(await write(`mocks${index}.mjs`, result.mocks), `${set} ${name}`);
    total.mocks += checked;
    total.valid += valid;
  } catch (error) {
    total.failed += 1;
    console.log(`${set} ${name}: ${String(error).slice(0, 300)}`);
  }
}

// A body that generate() warns about can be null, which is not checked above. It counts as invalid.
const share = total.valid / (total.mocks + total.warned);
console.table([{ ...total, ms: Math.round(total.ms), share: share.toFixed(4) }]);
const sorted = [...reasons].sort(([, one], [, other]) => other.count - one.count);
for (const [reason, { count, where }] of sorted.slice(0, Number(values.reasons)))
  console.log(`${count} × ${reason} (${where})`);
process.exitCode = share >= WANTED && total.failed === 0 ? 0 : 1;
