// Runs the suite in Hermes, bundled as React Native bundles an app. What it is told stands in `__SETTINGS__`.
import 'core-js/actual/array/at.js';
import 'core-js/web/url.js';
import 'core-js/web/url-search-params.js';
import './hermes-globals.mjs';
import './react-native/globals.mjs';
import * as homing from 'homing';
import * as middleware from 'homing/middleware';
import * as testing from 'homing/testing';
import { runSuite } from '../suite/index.mjs';

const { print, __SETTINGS__: settings } = globalThis;

runSuite({ homing, middleware, testing, ...settings }).then(
  (results) => {
    print(`\n@version ${settings.version}\n@results ${JSON.stringify(results)}`);
  },
  (thrown) => {
    print(thrown.stack);
  },
);
