// The specs of `npm run test:unit`, with codes in lib/ as in the production build. Here, the function that creates the
// message of a code looks its sentence up.
import { root } from '../../scripts/architecture.mjs';
import { CODE_LOOKUP, sentenceCodes } from '../../scripts/production/sources.mjs';
import config from '../../vitest.config.mjs';

const { projects, ...settings } = config.test;

/** Specs of code that the production build doesn't contain, and a spec that reads the sources. */
const LEFT_OUT = [
  'spec/cli/**',
  'spec/node/**',
  'spec/contracts/dispatchers.spec.ts',
  'spec/adapters/inspect-{panel,server}/**',
  'spec/security/regular-expressions.spec.ts',
];

export default {
  root,
  test: {
    ...settings,
    projects: projects.map(({ test }) => ({
      root,
      plugins: [sentenceCodes(CODE_LOOKUP)],
      test: { ...test, exclude: [...(test.exclude ?? []), ...LEFT_OUT] },
    })),
  },
};
