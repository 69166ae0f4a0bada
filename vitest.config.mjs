import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['spec/**/*.spec.ts'],
    // Specs share the modules of a process: loading the library for each file would take most of the time.
    isolate: false,
    pool: 'forks',
    setupFiles: ['spec/support/setup.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: false,
    alias: { './page-scripts.js': new URL('spec/support/page-scripts.ts', import.meta.url).pathname },
  },
});
