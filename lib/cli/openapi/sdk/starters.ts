import type { SdkFacts } from './sdk-facts.js';

/** The settings of TypeScript for a new package. The build is ESM and CommonJS from the same sources. */
export const TSCONFIG = `${JSON.stringify(
  {
    compilerOptions: {
      target: 'ES2022',
      module: 'NodeNext',
      strict: true,
      declaration: true,
      skipLibCheck: true,
      rootDir: 'src',
      outDir: 'dist',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: [],
    },
    include: ['src'],
  },
  undefined,
  2,
)}\n`;

const TO_COMMONJS =
  'tsc --module CommonJS --moduleResolution Bundler --outDir dist/cjs && node -e "require(\'fs\').writeFileSync(\'dist/cjs/package.json\', \'{ \\"type\\": \\"commonjs\\" }\')"';

/** Prints the \`package.json\` of a new package. */
export function printPackage({ name, version, title }: SdkFacts): string {
  const types = (folder: string) => ({ types: `./${folder}/index.d.ts`, default: `./${folder}/index.js` });
  const content = {
    name,
    version,
    description: `Client of ${title}`,
    type: 'module',
    sideEffects: false,
    main: './dist/cjs/index.js',
    module: './dist/index.js',
    types: './dist/index.d.ts',
    exports: { '.': { import: types('dist'), require: types('dist/cjs') } },
    files: ['dist', 'api.md'],
    engines: { node: '>=20' },
    scripts: { build: `tsc && ${TO_COMMONJS}`, prepack: 'npm run build' },
    dependencies: { homing: '^5.3.1' },
    devDependencies: { '@redocly/openapi-core': '^2.27.1', typescript: '^6.0.0' },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
