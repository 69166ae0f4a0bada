import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Specs that need their own process. Only a few, because each process loads the library again. */
const APART = [
  // They mock modules.
  'spec/cli/openapi/command/run.failures.spec.ts',
  'spec/cli/openapi/document/read-document.spec.ts',
  // They force garbage collection, which is slow in a process with many objects.
  'spec/**/*.gc.spec.ts',
  'spec/node/{cookie-jar,cleanup,cleanup.collected,cleanup.signal,response-bytes.memory}.spec.ts',
  // It replaces the platform's timers and counts all timers.
  'spec/fuzz/fuzz.spec.ts',
];

/** Specs that need their own realm, because Node's fetch also reads the `Object.prototype` of its realm. */
const IN_A_REALM = ['spec/security/polluted-prototype.spec.ts'];

/** Settings for all projects. */
export const common = {
  setupFiles: [here('spec/support/setup.ts')],
  // No spec needs this long, but a busy machine can.
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // The real module finds the built files by import.meta, which differs in specs.
  alias: { './page-scripts.js': here('spec/support/page-scripts.ts') },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      // Excludes entry points, which only re-export. The panel is tested in a browser: npm run integration --
      // inspector.
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
          // The files share modules and globals. A spec that replaces a global must restore it.
          isolate: false,
        },
      },
      { test: { ...common, name: 'apart', include: APART, pool: 'forks' } },
      { test: { ...common, name: 'in a realm', include: IN_A_REALM, pool: 'vmForks' } },
    ],
  },
});
