// Runs the specs in Hermes, bundled like a React Native app. `__SETTINGS__` contains the settings.
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
