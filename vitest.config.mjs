import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What needs a process of its own: few, as loading the library again takes its time. */
const APART = [
  // They put others in place of modules.
  'spec/cli/openapi/command/run.failures.spec.ts',
  'spec/cli/openapi/document/read-document.spec.ts',
  // They force collections, each of which takes as long as there is much in the process.
  'spec/**/*.gc.spec.ts',
  'spec/node/{cookie-jar,lifetime,lifetime.collected,lifetime.signal,response-bytes.memory}.spec.ts',
  // It takes the place of the platform's timers, and counts those that anybody sets.
  'spec/fuzz/fuzz.spec.ts',
];

/** What needs a realm of its own: Node's own fetch reads what stands on the Object.prototype of its realm, too. */
const IN_A_REALM = ['spec/node/node-fetch.polluted-prototype.spec.ts', 'spec/security/pollution.spec.ts'];

/** What holds for specs wherever they run. */
export const common = {
  setupFiles: [here('spec/support/setup.ts')],
  // Nothing waits that long; a busy machine may.
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // Where the files of a build are is known by import.meta, which is another one here.
  alias: { './page-scripts.js': here('spec/support/page-scripts.ts') },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      // Faces only re-export: there is nothing in them to cover.
      // What is drawn by a page is driven in one: npm run integration -- inspector.
      include: ['lib/*/**/*.ts'],
      exclude: [
        'lib/adapters/inspect-panel/{mount-inspector,panel-element,inspector-page}.ts',
        'lib/adapters/inspect-server/page-scripts.ts',
      ],
      reporter: ['text', 'lcovonly'],
      thresholds: { lines: 95, branches: 95, functions: 95, statements: 95 },
    },
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: ['spec/**/*.spec.ts'],
          exclude: [...APART, ...IN_A_REALM],
          pool: 'forks',
          // The files of a process share its modules and its globals: whoever replaces one puts it back.
          isolate: false,
        },
      },
      { test: { ...common, name: 'apart', include: APART, pool: 'forks' } },
      { test: { ...common, name: 'in a realm', include: IN_A_REALM, pool: 'vmForks' } },
    ],
  },
});
