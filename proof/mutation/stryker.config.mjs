import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

export default {
  plugins: [here('node_modules/@stryker-mutator/mocha-runner/dist/src/index.js')],
  testRunner: 'mocha',
  mochaOptions: { spec: ['build/spec/**/*.spec.js'], config: here('mocharc.json') },
  buildCommand: 'node proof/mutation/build.mjs',
  coverageAnalysis: 'perTest',
  // Not homing/node: its specs need a server for each mutant.
  mutate: ['lib/*/**/*.ts', '!lib/node/**'],
  ignorePatterns: ['build', 'coverage', 'dist', 'reports'],
  // What runs while a module loads would need a fresh process for each mutant.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',
  tempDirName: 'reports/mutation/sandbox',
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  jsonReporter: { fileName: 'reports/mutation/report.json' },
  htmlReporter: { fileName: 'reports/mutation/report.html' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  concurrency: 2,
  timeoutMS: 3000,
  thresholds: { high: 95, low: 90, break: 85 },
};
