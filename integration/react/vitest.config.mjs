import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { common } from '../../vitest.config.mjs';

const resolve = createRequire(import.meta.url).resolve(`./react-by-version.cjs`);

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    ...common,
    include: ['spec/adapters/react/**/*.spec.ts', 'spec/e2e/react-*.spec.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    alias: { ...common.alias, ...createRequire(import.meta.url)('./react-by-version.cjs').alias },
    // React DOM loads React with `require`, without Vite.
    execArgv: ['--require', resolve],
  },
});
