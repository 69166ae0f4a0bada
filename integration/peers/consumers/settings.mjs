// The compilers, and their settings in consumer projects.

/** Names of aliases in package.json. */
export const CHECKERS = ['typescript-5.4', 'typescript-5.9', 'typescript-6', 'typescript-7'];

/** The source of the platform's types: the DOM lib or Node's types. */
const PLATFORMS = {
  dom: { lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] },
  node: { lib: ['ES2022'], types: ['node'] },
};

/** A consumer's package.json, and the matching module settings. */
const MODULES = [
  { format: 'esm', module: 'node16', moduleResolution: 'node16' },
  { format: 'cjs', module: 'node16', moduleResolution: 'node16' },
  { format: 'esm', module: 'nodenext', moduleResolution: 'nodenext' },
  { format: 'cjs', module: 'nodenext', moduleResolution: 'nodenext' },
  { format: 'esm', module: 'esnext', moduleResolution: 'bundler' },
  { format: 'cjs', module: 'preserve', moduleResolution: 'bundler' },
];

/** Ignores `exports` and uses `typesVersions`. Newer compilers deprecate or remove this resolution. */
const NODE10 = { format: 'cjs', module: 'commonjs', moduleResolution: 'node10' };
const WITH_NODE10 = ['typescript-5.4', 'typescript-5.9'];

const setting = ({ format, ...module }, platform, exact) => ({
  name: [module.moduleResolution.padEnd(8), format, platform.padEnd(4), exact ? 'exact' : ''].join(' '),
  format,
  compilerOptions: {
    ...module,
    ...PLATFORMS[platform],
    target: 'ES2022',
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: exact,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    noUnusedLocals: true,
    isolatedModules: true,
    declaration: true,
    emitDeclarationOnly: true,
  },
});

/**
 * Each module setting with both platforms, one of them with exactOptionalPropertyTypes, and one setting with both
 * values. `checkers` lists the only compilers that support the setting.
 */
export const SETTINGS = [
  ...MODULES.flatMap((module, at) => [
    setting(module, 'dom', at % 2 === 0),
    setting(module, 'node', at % 2 === 1),
  ]),
  setting(MODULES[2], 'dom', false),
  setting(MODULES[2], 'node', true),
  { ...setting(NODE10, 'dom', true), checkers: WITH_NODE10 },
];
