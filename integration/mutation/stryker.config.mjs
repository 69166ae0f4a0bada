import { fileURLToPath } from 'node:url';
import { modules } from './modules.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const module = process.env.MUTATED_ROOM ?? '*';
const specs = modules[module] ?? ['**'];

export default {
  plugins: [here('node_modules/@stryker-mutator/mocha-runner/dist/src/index.js')],
  testRunner: 'mocha',
  mochaOptions: {
    spec: specs.map((name) => `build/spec/**/${name}${name.includes('*') ? '' : '/**/*'}.spec.js`),
    config: here('mocharc.json'),
  },
  buildCommand: 'node integration/mutation/build.mjs',
  coverageAnalysis: 'perTest',
  mutate: [`lib/**/${module}/**/*.ts`],
  ignorePatterns: ['build', 'coverage', 'dist', 'reports', 'docs', 'bench'],
  // Mutants in code that runs while a module loads would need a new process each.
  ignoreStatic: true,
  tempDirName: 'reports/mutation/sandbox',
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `reports/mutation/${module}.json` },
  htmlReporter: { fileName: `reports/mutation/${module}.html` },
  concurrency: 2,
  timeoutMS: 3000,
};
