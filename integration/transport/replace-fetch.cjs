// Loaded before a test of undici. Replaces the fetch export of the checkout with nodeFetch, only in memory. With both
// fetches, the checkout's classes become globals, as after its `install()`.
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const { PROOF_FETCH, PROOF_UNDICI, PROOF_TESTS = PROOF_UNDICI } = process.env;

const CLASSES = ['Headers', 'Request', 'Response', 'FormData'];
const DOORS = ['index.js', 'index-fetch.js', 'undici-fetch.js', 'lib/web/fetch/index.js'];

const put = (name, value) =>
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });

const undici = require(PROOF_UNDICI);
for (const name of CLASSES) put(name, undici[name]);

put('fetch', undici.fetch);
const makeFetch = () => require('../../dist/node.cjs').nodeFetch();
const fetch = PROOF_FETCH === 'nodeFetch' ? makeFetch() : undici.fetch;
put('fetch', fetch);

if (PROOF_FETCH === 'nodeFetch') {
  for (const door of DOORS.map((file) => join(PROOF_UNDICI, file)).filter(existsSync)) {
    require(door).fetch = fetch;
  }
}

// Runs the tests of one checkout with the undici of another.
if (PROOF_TESTS !== PROOF_UNDICI) {
  const door = require(PROOF_TESTS);
  for (const name of [...CLASSES, 'setGlobalOrigin', 'EventSource']) door[name] = undici[name];
  door.fetch = fetch;
}
