// Files are only transpiled here; `npm run lint:types` checks their types, once and not per file.
const transpile = {
  tsconfig: {
    target: 'ES2022',
    rootDir: '.',
    module: 'CommonJS',
    moduleResolution: 'bundler',
    isolatedModules: true,
    useDefineForClassFields: false,
    verbatimModuleSyntax: false,
    esModuleInterop: true,
    allowJs: true,
    inlineSources: true,
  },
};

// Published as ES modules only, so they are transpiled like the specs.
const esmOnly = ['arktype', '@ark', 'arkregex', 'cockatiel-4', 'eventsource-parser', 'oauth4webapi'];

// Of these each is bundled by itself.
const bundled = ['@redocly/openapi-core', '@scalar/openapi-upgrader'];

export default {
  testEnvironment: '<rootDir>/spec/support/environment.cjs',
  testMatch: ['<rootDir>/spec/**/*.spec.ts'],
  injectGlobals: false,
  // Nothing waits that long; a busy machine may.
  testTimeout: 30_000,
  maxWorkers: '100%',
  moduleNameMapper: {
    // Where the files of a build are is known by import.meta, which these modules don't have.
    '^\\./page-scripts\\.js$': '<rootDir>/spec/support/page-scripts.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Loaded by Node itself: they are large, and ES modules.
    '^@redocly/openapi-core$': '<rootDir>/spec/support/peers/openapi-core.cjs',
    '^@scalar/openapi-upgrader$': '<rootDir>/spec/support/peers/openapi-upgrader.cjs',
  },
  transform: {
    '^.+\\.ts$': ['ts-jest', transpile],
    [`/node_modules/(${esmOnly.join('|')})/.+\\.js$`]: ['ts-jest', transpile],
    [`/node_modules/(${bundled.join('|')})/.+\\.js$`]: '<rootDir>/spec/support/as-one-file.cjs',
  },
  transformIgnorePatterns: [`/node_modules/(?!(${[...esmOnly, ...bundled].join('|')})/)`],
  // Faces only re-export: there is nothing in them to cover.
  // What is drawn by a page is driven in one: npm run test:inspector.
  collectCoverageFrom: [
    'lib/*/**/*.ts',
    '!lib/adapters/inspect-panel/{mount-inspector,panel-element,inspector-page}.ts',
    '!lib/adapters/inspect-server/page-scripts.ts',
  ],
  coverageProvider: 'babel',
  coverageReporters: ['text', 'lcovonly'],
  coverageThreshold: { global: { lines: 95, branches: 95, functions: 95, statements: 95 } },
};
