// Bundles the built package with and without the export condition `production`, and runs both bundles.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import { root } from '../../scripts/architecture.mjs';
import { readCodes } from '../../scripts/production/sources.mjs';

const IMPORT = "import { createApi, defineRequest } from 'homing';";
const REQUIRE = "const { createApi, defineRequest } = require('homing');";

/** Prints the messages of mistakes, and operational messages. */
const program = (loadHoming) => `
  ${loadHoming}
  const getUser = defineRequest()({ method: 'GET', path: '/users/:id' });
  const failing = (answer) => ({ baseUrl: 'https://api.test', requests: { getUser }, fetch: answer });
  const messageOf = async (answer, params, options) => {
    const { error } = await createApi(failing(answer)).getUser(params, options);
    return error.message;
  };
  const thrownBy = (run) => {
    try { run(); } catch (error) { return error.message; }
  };
  const respond = (body, init) => async () => new Response(body, init);
  const run = async () => ({
    mistakes: [
      await messageOf(respond(), {}),
      await messageOf(respond(), { id: 1 }, 'a string'),
      thrownBy(() => createApi({ baseUrl: 5, requests: {} })),
      thrownBy(() => createApi({ baseUrl: '', requests: { then: getUser } })),
    ],
    operational: [
      await messageOf(respond('', { status: 404 }), { id: 1 }),
      await messageOf(respond('<p>', { headers: { 'content-type': 'text/html' } }), { id: 1 }),
      await messageOf(() => new Promise(() => {}), { id: 1 }, { timeout: 5 }),
      await messageOf(respond(), { id: 1 }, { middleware: [() => { throw new RangeError('broken'); }] }),
    ],
  });
  run().then((messages) => console.log(JSON.stringify(messages)));`;

const bundleOf = async (contents, conditions) => {
  const stdin = { contents, resolveDir: root, loader: 'js' };
  const options = { bundle: true, format: 'esm', platform: 'browser', minify: true, write: false };
  const { outputFiles } = await build({ stdin, conditions, ...options });
  return outputFiles[0].text;
};

const run = (text, ...args) =>
  JSON.parse(execFileSync(process.execPath, [...args, '-'], { cwd: root, input: text, encoding: 'utf8' }));

/** Texts of the sentences between values and quotes, which are equal in sources and bundles. */
const fragments = Object.values(readCodes())
  .flatMap((sentence) => sentence.split(/\{\d+\}|["'`]/))
  .filter((fragment) => fragment.length >= 20);

const SENTENCES = [
  'GET /users/:id was not sent. Invalid path params: "id" (missing). Pass a non-empty string, finite number, bigint or boolean.',
  'GET /users/:id was not sent. The options argument is a string: pass an object.',
  'createApi: "baseUrl" is 5: pass a string, or a function that returns one.',
  'await would call an endpoint named "then": choose another name.',
];

const codeOf = (sentence) => Object.entries(readCodes()).find(([, each]) => each === sentence)[0];

const CODES = [
  `GET /users/:id was not sent. homing E${codeOf('Invalid path params: {0}. Pass a non-empty string, finite number, bigint or boolean.')}: "id" (missing)`,
  `GET /users/:id was not sent. homing E${codeOf('{0}: pass an object.')}: The options argument is a string`,
  `homing E${codeOf('{0}: pass a string, or a function that returns one.')}: createApi: "baseUrl" is 5`,
  `homing E${codeOf('await would call an endpoint named "then": choose another name.')}`,
];

const bundles = {
  default: await bundleOf(program(IMPORT), []),
  production: await bundleOf(program(IMPORT), ['production']),
  everything: await bundleOf("export * from 'homing';", ['production']),
};
const printed = {
  default: run(bundles.default, '--input-type=module'),
  production: run(bundles.production, '--input-type=module'),
};
const fragmentsIn = (text) => fragments.filter((fragment) => text.includes(fragment));

describe('the export condition production', () => {
  it('replaces sentences for programmers by codes and their values', () => {
    assert.deepEqual(printed.production.mistakes, CODES);
  });

  it('leaves no long sentence in a bundle', () => {
    // Otherwise the search finds nothing in any bundle.
    assert.ok(fragmentsIn(bundles.default).length > 20);
    assert.deepEqual(fragmentsIn(bundles.production), []);
    assert.deepEqual(fragmentsIn(bundles.everything), []);
  });

  it('keeps operational messages', () => {
    assert.equal(printed.default.operational.length, 4);
    assert.deepEqual(printed.production.operational, printed.default.operational);
  });

  it('has an effect on import and require in Node', () => {
    const flags = ['--conditions=production'];
    assert.deepEqual(run(program(IMPORT), ...flags, '--input-type=module').mistakes, CODES);
    assert.deepEqual(run(program(REQUIRE), ...flags, '--input-type=commonjs').mistakes, CODES);
  });
});

describe('the default build', () => {
  it('contains whole sentences in a bundle', () => {
    assert.deepEqual(printed.default.mistakes, SENTENCES);
  });

  it('is what Node imports and requires', () => {
    assert.deepEqual(run(program(IMPORT), '--input-type=module').mistakes, SENTENCES);
    assert.deepEqual(run(program(REQUIRE), '--input-type=commonjs').mistakes, SENTENCES);
  });
});
