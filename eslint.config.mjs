import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// ESLint's no-restricted-globals ignores a global that is used as a type.
const noBareRequest = {
  meta: {
    messages: { bare: "Write globalThis.Request for the platform's class: homing has a Request of its own." },
  },
  create: (context) => ({
    'Program:exit'(program) {
      const { through, variables } = context.sourceCode.getScope(program);
      const implicit = variables.filter(({ defs }) => defs.length === 0);
      const references = [...through, ...implicit.flatMap((variable) => variable.references)];
      const bare = references.map(({ identifier }) => identifier).filter(({ name }) => name === 'Request');
      for (const node of new Set(bare)) context.report({ node, messageId: 'bare' });
    },
  }),
};

export default defineConfig(
  globalIgnores([
    'dist/',
    'coverage/',
    'integration/docs/.blocks/',
    'docs/.vitepress/{cache,dist}/',
    '**/build/',
    'examples/acme-sdk/src/',
    'reports/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // `{}` means "no params": it doesn't change the other side of an intersection.
      '@typescript-eslint/no-empty-object-type': ['error', { allowObjectTypes: 'always' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['lib/**/*.ts'],
    plugins: { homing: { rules: { 'no-bare-request': noBareRequest } } },
    rules: {
      'no-console': 'error',
      'no-restricted-exports': [
        'error',
        {
          restrictDefaultExports: {
            direct: true,
            named: true,
            defaultFrom: true,
            namedFrom: true,
            namespaceFrom: true,
          },
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'StaticBlock', message: "React Native's Babel preset can't read static blocks." },
        {
          selector:
            'Program:not(:has(> :not(ImportDeclaration, ExportAllDeclaration, ExportNamedDeclaration[declaration=null])))',
          message: 'A file that only passes names on: import the files that declare them.',
        },
      ],
      'max-lines': ['error', 500],
      'max-lines-per-function': ['error', { max: 60, IIFEs: true }],
      'homing/no-bare-request': 'error',
      // Abort reasons and caught values are passed on unchanged, and can have any type.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
    },
  },
  {
    // These files only list exported names, so that each name is chosen on purpose.
    files: ['lib/index.ts', 'lib/entries/*.ts', 'lib/core/internal.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Program > :not(ExportNamedDeclaration[source.type="Literal"])',
          message: 'This file only lists names: export { … } from …',
        },
      ],
    },
  },
  {
    files: ['lib/features/cache/**/*.ts', 'lib/core/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // Specs read untyped bodies and pass values that the types forbid.
    files: ['spec/**/*.ts'],
    rules: {
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // These files import the built package, which no tsconfig here covers. tsd and their own runs check them.
    files: ['typings-spec/**/*.ts', 'examples/**/*.ts', 'bench/**/*.ts', 'integration/**/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
    rules: { '@typescript-eslint/no-unused-vars': 'off' },
  },
  {
    // These programs use Node globals and browser globals that Node also has.
    files: ['**/*.{mjs,cjs}'],
    rules: { 'no-undef': 'off' },
  },
);
