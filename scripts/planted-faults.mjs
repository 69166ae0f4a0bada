// Proves that the specs catch faults: plants each fault of a table in a copy of lib/, and runs the specs that must fail.
//
//   node scripts/planted-faults.mjs          plants every fault, one after the other
//   node scripts/planted-faults.mjs NAME     plants the fault with this name, or every fault whose name contains it
//
// Exits with 1 if a fault survives, if a row no longer fits lib/, or if the specs fail without any fault.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The folders of lib/ and spec/ that the table names most. Change a renamed folder here.
const features = 'features';
const http = 'core/http';

/**
 * @typedef {object} Fault
 * @property {string} name What goes wrong, in plain English.
 * @property {string} file Its path in lib/.
 * @property {string} find Text that occurs once in the file.
 * @property {string} replace The text that replaces it.
 * @property {string[]} specs Paths in spec/ of which at least one spec must fail.
 */

/** @type {Fault[]} */
const FAULTS = [
  // Calls and attempts
  {
    name: 'an attempt is counted twice',
    file: 'core/call/attempt-log.ts',
    find: 'this.sent += calls;',
    replace: 'this.sent += 2 * calls;',
    specs: ['core/call'],
  },
  {
    name: 'the deadline is never armed',
    file: 'core/call/deadline-guard.ts',
    find: 'this.#timer = setTimeout(() => this.#expire(), Math.min(Math.ceil(left), MAX_DELAY));',
    replace: 'this.#timer = undefined;',
    specs: ['core/call/deadline-guard', 'core/call/call.spec.ts'],
  },
  {
    name: "a listener is never removed from the caller's signal",
    file: 'core/call/deadline-guard.ts',
    find: 'else this.#listening.push(onAbort(source, () => this.abort(meaning(source))));',
    replace: 'else onAbort(source, () => this.abort(meaning(source)));',
    specs: ['core/call/deadline-guard'],
  },
  {
    name: 'the middleware runs in reverse order',
    file: 'core/call/middleware-pipeline.ts',
    find: 'this.entries = entries;',
    replace: 'this.entries = [...entries].reverse();',
    specs: ['core/call/middleware-pipeline'],
  },
  {
    name: 'the key of a shared request leaves out the body',
    file: 'core/call/request-key.ts',
    find: 'comparedHeaders(request.headerRecord()),\n    body,',
    replace: 'comparedHeaders(request.headerRecord()),',
    specs: ['core/call/request-key', 'core/call/share-registry'],
  },
  {
    name: 'a success keeps the failure of the attempt before it',
    file: 'core/call/attempt.ts',
    find: 'call.request.log.lastFailure = undefined;',
    replace: '',
    specs: ['e2e/what-was-sent'],
  },
  {
    name: '`retry()` sends a stream that was already read',
    file: `${http}/body-encoder.ts`,
    find: 'assertStreamUnused(source);\n  consumedStreams.add(source);\n  return isWebStream',
    replace: 'return isWebStream',
    specs: [`${http}/body-encoder`, 'core/call', 'e2e/streamed-bodies'],
  },
  // Requests and responses
  {
    name: 'a JSON body is sent as text',
    file: `${http}/body-encoder.ts`,
    find: "return { body, contentType: 'application/json', isJson: true };",
    replace: "return { body, contentType: 'text/plain', isJson: true };",
    specs: [`${http}/body-encoder`],
  },
  {
    name: 'a query param is encoded twice',
    file: `${http}/query.ts`,
    find: '=${encode(String(value))}`;',
    replace: '=${encode(encode(String(value)))}`;',
    specs: [`${http}/params`],
  },
  {
    name: 'a path param is not encoded',
    file: `${http}/url-builder.ts`,
    find: 'HALF_CHARACTER.test(text) ? undefined : encodeURIComponent(text);',
    replace: 'HALF_CHARACTER.test(text) ? undefined : text;',
    specs: [`${http}/url-builder`],
  },
  {
    name: 'an empty 204 is a parse error although its body is optional',
    file: `${http}/response-decoder.ts`,
    find: "return type === 'json'\n          ?",
    replace: 'return true\n          ?',
    specs: [`${http}/response-decoder`],
  },
  // Retry
  {
    name: 'a retry ignores its limit',
    file: `${features}/retry/retry-plugin.ts`,
    find: 'attempt > this.#settings.max ||',
    replace: 'attempt > 50 ||',
    specs: [`${features}/retry`],
  },
  {
    name: '`Retry-After` is ignored',
    file: `${features}/retry/retry-plugin.ts`,
    find: 'if (!error || !this.#settings.respectRetryAfter) return undefined;',
    replace: 'return undefined;',
    specs: [`${features}/retry`],
  },
  // Credentials
  {
    name: 'each call refreshes the token for itself',
    file: `${features}/auth/session.ts`,
    find: 'return (this.#refresh ??= new Refresh(',
    replace: 'return (this.#refresh = new Refresh(',
    specs: [`${features}/auth`],
  },
  {
    name: "a call of one user is sent with the next user's token after `set()`",
    file: `${features}/auth/session.ts`,
    find: 'if (this.#isSignedOut || generation !== this.#generation)',
    replace: 'if (this.#isSignedOut)',
    specs: [`${features}/auth`],
  },
  {
    name: 'a request to another origin gets the token',
    file: `${features}/auth/auth-plugin.ts`,
    find: 'if (this.#known && !this.#known.includes(origin))',
    replace: 'if (this.#known && false)',
    specs: [`${features}/auth`],
  },
  {
    name: 'a redirect to another origin keeps the credentials',
    file: 'node/redirect.ts',
    find: 'if (target.origin !== request.target.origin) headers =',
    replace: 'if (target.origin === request.target.origin) headers =',
    specs: ['node/redirect'],
  },
  // Caches
  {
    name: 'the cache returns an entry whose time is over',
    file: `${features}/cache/cache-store.ts`,
    find: 'return age >= 0 && age < ttl && this.#clock.ticks() - setAtTicks < ttl;',
    replace: 'return age >= 0;',
    specs: [`${features}/cache`],
  },
  {
    name: 'the HTTP cache ignores `Vary`',
    file: `${features}/http-cache/storability.ts`,
    find: "const names = type === 'cors' ? ['*'] : varyNames(field);",
    replace: "const names = type === 'cors' ? ['*'] : varyNames(null);",
    specs: [`${features}/http-cache`],
  },
  // Polling, pagination, streams
  {
    name: 'a poll that was stopped continues',
    file: `${features}/polling/poll.ts`,
    find: 'this.dispose();\n    this.#poller?.leave(this);',
    replace: 'this.dispose();',
    specs: [`${features}/polling`],
  },
  {
    name: 'pagination follows a link to another origin',
    file: `${features}/pagination/next-link.ts`,
    find: 'if (origin !== undefined && target !== origin)',
    replace: 'if (origin === undefined && target !== origin)',
    specs: [`${features}/pagination`],
  },
  {
    name: 'a stream is not canceled when its consumer leaves',
    file: `${features}/streaming/body-stream.ts`,
    find: `this.#closeConnection(
        { kind: 'abort', reason: new AbortError('The reader left the stream.') },
        undefined,
      );`,
    replace: 'this.#close(undefined);',
    specs: [`${features}/streaming`],
  },
  {
    name: 'an event stream reconnects without `Last-Event-ID`',
    file: 'adapters/sse/reconnection.ts',
    find: "const headers = id === this.#ownId ? {} : { 'last-event-id': id };",
    replace: 'const headers = {};',
    specs: ['adapters/sse'],
  },
  // Resilience
  {
    name: 'the circuit breaker never opens',
    file: `${features}/resilience/policy/policy.ts`,
    find: 'return !saysNothing(result) && transience !== undefined',
    replace: 'return saysNothing(result) && transience !== undefined',
    specs: [`${features}/resilience/policy`],
  },
  {
    name: 'a bulkhead lets every call through',
    file: `${features}/resilience/policy/policy-plugin.ts`,
    find: 'return this.#queued(given, inner, (work) => layer.execute(work));',
    replace: 'return inner();',
    specs: [`${features}/resilience/policy`],
  },
  {
    name: 'the rate limiter leaks a slot',
    file: `${features}/resilience/rate-limit/limiter.ts`,
    find: 'this.#inside -= 1;',
    replace: '',
    specs: [`${features}/resilience/rate-limit`],
  },
  {
    name: 'the rate limiter allows one request more than its concurrency',
    file: `${features}/resilience/rate-limit/limiter.ts`,
    find: 'this.#inside < this.#concurrency',
    replace: 'this.#inside <= this.#concurrency',
    specs: [`${features}/resilience/rate-limit`],
  },
  {
    name: '`retry()` gets a new idempotency key',
    file: `${features}/resilience/idempotency-plugin.ts`,
    find: 'kept.key ??= this.#newKey(ctx);',
    replace: 'kept.key = this.#newKey(ctx);',
    specs: [`${features}/resilience/idempotency`],
  },
  {
    name: 'a hedge does not cancel the slower request',
    file: `${features}/resilience/hedged-fetch.ts`,
    find: 'if (attempt !== winner) this.#giveUp(attempt, reason);',
    replace: '{ void winner; void attempt; void reason; }',
    specs: [`${features}/resilience/hedged-fetch`],
  },
  // Logs and archives
  {
    name: 'redaction misses a secret inside a nested object',
    file: `${features}/redaction/redaction.ts`,
    find: 'isNext = isAll || (isSecretName',
    replace: 'isNext = (isSecretName',
    specs: [`${features}/redaction`],
  },
  {
    name: 'the log prints a token whose param name is percent-encoded',
    file: 'core/call/log.ts',
    find: 'redact.includes(decodeQuery(name))',
    replace: 'redact.includes(name)',
    specs: ['core/call/log', `${features}/log`],
  },
  // Testing, adapters, generator, Node
  {
    name: '`mockFetch` does not record a call',
    file: 'testing/mock-fetch.ts',
    find: 'this.#calls.push(call);',
    replace: '',
    specs: ['testing/mock-fetch'],
  },
  {
    name: 'a React hook does not abort at unmount',
    file: 'adapters/react/use-call.ts',
    find: 'return () => controller.abort();',
    replace: 'return () => undefined;',
    specs: ['e2e/react-call', 'adapters/react'],
  },
  {
    name: 'the key of a query leaves out the params',
    file: 'adapters/query/query-key.ts',
    find: '{ params: params ?? {} }',
    replace: '{ params: {} }',
    specs: ['adapters/query'],
  },
  {
    name: 'the OpenAPI generator drops the required params of a path',
    file: 'cli/openapi/model/parameters.ts',
    find: "[...item.at('parameters').list(), ...operation.at('parameters').list()]",
    replace: "operation.at('parameters').list()",
    specs: ['cli/openapi/generate.params', 'cli/openapi/model'],
  },
  {
    name: '`nodeFetch` does not decompress',
    file: 'node/decoded-body.ts',
    find: 'return codings.length > 0 ? new DecodedBody(body, codings, limit, listener) : body;',
    replace: 'return body;',
    specs: ['contracts/fetch.spec.ts', 'node'],
  },
  {
    name: 'GraphQL errors beside data are ignored',
    file: `${features}/graphql-results/execution.ts`,
    find: 'if (Array.isArray(errors) && errors.length > 0)',
    replace: 'if (Array.isArray(errors) && errors.length > 0 && data == null)',
    specs: [`${features}/graphql`, `${features}/graphql-results`],
  },
  // Features with few faults above
  {
    name: 'two clients with different schemas share a cache entry',
    file: `${features}/cache/cache-key.ts`,
    find: "request.schema && [identityOf(request.schema), request.onInvalid === 'report'],",
    replace: '',
    specs: [`${features}/cache`],
  },
  {
    name: 'the HTTP cache keeps one entry for all users',
    file: `${features}/http-cache/cache-request.ts`,
    find: '(identity ?? null), ...partition]',
    replace: '(identity ?? null)]',
    specs: [`${features}/http-cache`],
  },
  {
    name: '`dedupe` remembers a call that has ended',
    file: 'core/call/share-registry.ts',
    find: 'if (this.#newest.get(scope) === own) this.#newest.delete(scope);',
    replace: '',
    specs: ['core/call/share-registry'],
  },
  {
    name: 'a failed upload still reports progress',
    file: `${features}/transfer/with-progress.ts`,
    find: 'meter.hasFailed = true;',
    replace: '',
    specs: [`${features}/transfer`],
  },
  {
    name: 'a redirect gets the cookies of the first host',
    file: 'node/fetch-call.ts',
    find: 'cookies.addedTo(headers, target.href)',
    replace: 'cookies.addedTo(headers, this.#trail?.firstUrl ?? target.href)',
    specs: ['node/cookie-jar', 'node/node-fetch.cookies'],
  },
  {
    name: 'the inspector links a superseded call to a call of another client',
    file: `${features}/inspect/inspector.ts`,
    find: 'name === call.name && client === call.client',
    replace: 'name === call.name',
    specs: [`${features}/inspect`],
  },
  {
    name: 'the inspector panel searches a status anywhere in the number',
    file: 'adapters/inspect-panel/timeline.ts',
    find: "String(outcome?.status ?? '').startsWith(status)",
    replace: "String(outcome?.status ?? '').includes(status)",
    specs: ['adapters/inspect-panel'],
  },
  {
    name: 'the inspector panel does not search the GraphQL operation',
    file: 'adapters/inspect-panel/timeline.ts',
    find: '${client}.${name} ${operation} ${method}',
    replace: '${client}.${name} ${method}',
    specs: ['adapters/inspect-panel'],
  },
  {
    name: 'an archive keeps a text that was cut within a character as base64',
    file: `${features}/archive/archive.ts`,
    find: '{ stream: isCut }',
    replace: '{ stream: false }',
    specs: [`${features}/archive`],
  },
  {
    name: 'an archive has no type for a file without a type',
    file: `${features}/archive/archive.ts`,
    find: "contentType: value.type || 'application/octet-stream'",
    replace: 'contentType: value.type',
    specs: [`${features}/inspect`],
  },
  {
    name: 'the handler for MSW passes only `application/json` as text',
    file: 'adapters/msw.ts',
    find: '/[/+](?:json|xml)\\b|^text\\/|x-www-form-urlencoded/i',
    replace: '/\\/json\\b/i',
    specs: ['adapters/msw'],
  },
  {
    name: 'the handler for MSW drops the headers',
    file: 'adapters/msw.ts',
    find: '{ method, headers, body: await request.text() }',
    replace: '{ method, body: await request.text() }',
    specs: ['adapters/msw'],
  },
  {
    name: 'a tag for Next depends on the order of the params',
    file: 'adapters/next.ts',
    find: '.sort(([a], [b]) => (a < b ? -1 : 1)),',
    replace: ',',
    specs: ['adapters/next'],
  },
  {
    name: "an observer's header of one attempt goes out with the next",
    file: `${features}/observe/call-watch.ts`,
    find: 'this.#init = nullProto<RequestInit>(init);',
    replace: 'this.#init = init;',
    specs: [`${features}/observe`],
  },
  {
    name: 'an observed attempt leaves a listener on the signal of its request',
    file: `${features}/observe/call-watch.ts`,
    find: 'this.#release?.();',
    replace: '',
    specs: [`${features}/observe`],
  },
  {
    name: '`useStream` shows an item of the stream that `reload()` replaced',
    file: 'adapters/react/use-stream.ts',
    find: 'if (!this.#signal.aborted) this.#show(state);',
    replace: 'this.#show(state);',
    specs: ['e2e/react-stream'],
  },
  {
    name: 'a hedge holds the body of a failed response until the call ends',
    file: `${features}/resilience/hedged-fetch.ts`,
    find: 'if (this.#spare) this.#giveUp(this.#spare);',
    replace: '',
    specs: [`${features}/resilience/hedged-fetch`],
  },
];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const COPIED = ['lib', 'spec'];
/** Milliseconds. A fault might keep a spec busy indefinitely; without a fault, the specs of all rows run at once. */
const LONGEST_RUN = 120_000;
const LONGEST_FIRST_RUN = 900_000;

/** A copy of the repository. Everything that no fault changes is a link. */
const makeCopy = () => {
  const copy = mkdtempSync(join(tmpdir(), 'planted-faults-'));
  // Also after an interrupt, which ends the process by `process.exit`.
  process.on('exit', () => {
    endRunning();
    rmSync(copy, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
  for (const name of readdirSync(root)) {
    if (COPIED.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
    else if (name !== '.git') symlinkSync(join(root, name), join(copy, name));
  }
  return copy;
};

/** The process group of the specs that run. */
let running;

const endRunning = () => {
  try {
    if (running) process.kill(-running, 'SIGKILL');
  } catch {
    // It has ended.
  }
};

/** Runs Vitest in a process group of its own, as a worker that is busy doesn't notice that its parent was killed. */
const vitest = (copy, args, timeout) =>
  new Promise((resolve, reject) => {
    const child = spawn('npx', ['vitest', 'run', ...args], { cwd: copy, stdio: 'ignore', detached: true });
    running = child.pid;
    const timer = setTimeout(endRunning, timeout);
    child.on('error', reject).on('close', (status) => {
      clearTimeout(timer);
      endRunning();
      running = undefined;
      resolve(status);
    });
  });

/** Runs specs; returns 'passed', 'failed', 'hung' or 'not loaded', and the name of the first spec that failed. */
const runSpecs = async (copy, specs, timeout = LONGEST_RUN) => {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const paths = specs.map((path) => `spec/${path}`);
  const args = ['--bail=1', '--reporter=json', `--outputFile=${report}`, ...paths];
  const status = await vitest(copy, args, timeout);
  if (status === null) return { outcome: 'hung' };
  if (status === 0) return { outcome: 'passed' };
  const files = JSON.parse(readFileSync(report, 'utf8')).testResults;
  const failed = files.flatMap((file) => file.assertionResults).find((spec) => spec.status === 'failed');
  // Vitest also fails for an error outside of specs. A file without any spec could not be loaded.
  if (!failed && files.some((file) => file.assertionResults.length === 0)) return { outcome: 'not loaded' };
  return { outcome: 'failed', by: failed?.fullName ?? 'an error outside of specs' };
};

/** Runs the specs of a fault while it is planted. */
const plant = async (copy, { file, find, replace, specs }) => {
  const path = join(copy, 'lib', file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) return { outcome: 'outdated' };
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  try {
    return await runSpecs(copy, specs);
  } finally {
    writeFileSync(path, text);
  }
};

const wanted = process.argv.slice(2).join(' ');
const exact = FAULTS.filter(({ name }) => name === wanted);
const chosen = exact.length > 0 ? exact : FAULTS.filter(({ name }) => name.includes(wanted));
if (chosen.length === 0) {
  console.error(`planted-faults: no fault is named ${JSON.stringify(wanted)}; the names are:`);
  for (const { name } of FAULTS) console.error(`  ${name}`);
  process.exit(1);
}

const MEANING = {
  failed: 'caught',
  hung: 'caught',
  passed: 'SURVIVED',
  outdated: 'OUTDATED: its text occurs not once in the file',
  'not loaded': 'INVALID: a spec file could not be loaded',
};

const copy = makeCopy();
const without = await runSpecs(copy, [...new Set(chosen.flatMap(({ specs }) => specs))], LONGEST_FIRST_RUN);
if (without.outcome !== 'passed') {
  console.error(`planted-faults: the specs fail without a fault: ${without.by ?? without.outcome}`);
  process.exit(1);
}
let caught = 0;
for (const fault of chosen) {
  const { outcome, by } = await plant(copy, fault);
  if (MEANING[outcome] === 'caught') caught += 1;
  const how = by ?? (outcome === 'hung' ? 'the specs did not end' : '');
  console.log(`${MEANING[outcome]}: ${fault.name} (lib/${fault.file})${how && `\n  by: ${how}`}`);
}
console.log(`${caught} of ${chosen.length} faults were caught.`);
process.exit(caught === chosen.length ? 0 : 1);
