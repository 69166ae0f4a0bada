import base from '../../jest.config.mjs';

/** What the name of its packages ends with: `-18-0`, say. */
const { REACT: version = '' } = process.env;
const modules = '<rootDir>/proof/react/node_modules';

export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/spec/adapters/react/**/*.spec.ts', '<rootDir>/spec/journeys/react-*.spec.ts'],
  moduleNameMapper: {
    ...base.moduleNameMapper,
    '^react$': `${modules}/react${version}`,
    '^react-dom$': `${modules}/react-dom${version}`,
    '^react-dom/(.*)$': `${modules}/react-dom${version}/$1`,
  },
};
