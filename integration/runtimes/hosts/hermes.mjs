// Runs the specs in Hermes, bundled as React Native bundles an app. What it is told stands in `__SETTINGS__`.
import 'core-js/actual/array/at.js';
import 'core-js/web/dom-exception.js';
import 'core-js/web/structured-clone.js';
import 'core-js/web/url.js';
import 'core-js/web/url-search-params.js';
import './hermes-globals.mjs';
import './react-native/globals.mjs';
import { runSpecs } from '../specs.web.mjs';

const { print, __SETTINGS__: settings } = globalThis;

runSpecs(settings).then(
  (results) => {
    print(`\n@version ${settings.version}\n@results ${JSON.stringify(results)}`);
  },
  (thrown) => {
    print(thrown.stack);
  },
);
