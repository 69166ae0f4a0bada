import { fileURLToPath } from 'node:url';
import { rooms } from './rooms.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const room = process.env.MUTATED_ROOM ?? '*';
const specs = rooms[room] ?? ['**'];

export default {
  plugins: [here('node_modules/@stryker-mutator/mocha-runner/dist/src/index.js')],
  testRunner: 'mocha',
  mochaOptions: {
    spec: specs.map((name) => `build/spec/**/${name}${name.includes('*') ? '' : '/**/*'}.spec.js`),
    config: here('mocharc.json'),
  },
  buildCommand: 'node proof/mutation/build.mjs',
  coverageAnalysis: 'perTest',
  mutate: [`lib/**/${room}/**/*.ts`],
  ignorePatterns: ['build', 'coverage', 'dist', 'reports', 'docs', 'bench'],
  // What runs while a module loads would need a fresh process for each mutant.
  ignoreStatic: true,
  tempDirName: 'reports/mutation/sandbox',
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `reports/mutation/${room}.json` },
  htmlReporter: { fileName: `reports/mutation/${room}.html` },
  concurrency: 2,
  timeoutMS: 3000,
};
