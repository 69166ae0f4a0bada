// The specs of `npm run test:unit`, with codes in lib/ as in the production build. Here, the function that creates the
// message of a code looks its sentence up.
import { root } from '../../scripts/architecture.mjs';
import { CODE_LOOKUP, sentenceCodes } from '../../scripts/production/sources.mjs';
import config from '../../vitest.config.mjs';

const { projects, ...settings } = config.test;

export default {
  root,
  test: {
    ...settings,
    projects: projects.map(({ test }) => ({ root, plugins: [sentenceCodes(CODE_LOOKUP)], test })),
  },
};
