import { entries } from '../scripts/architecture.mjs';

/** @type {Partial<import('typedoc').TypeDocOptions>} */
export default {
  entryPoints: entries.map(({ file }) => `../lib/${file}.ts`),
  tsconfig: '../tsconfig.json',
  plugin: ['typedoc-plugin-markdown', './.vitepress/entry-names.mjs'],
  out: 'api',
  readme: 'none',
  entryFileName: 'index',
  name: 'API',
  router: 'kind',
  pageTitleTemplates: {
    member: '{name}',
  },
  disableSources: true,
  disableGit: true,
  excludePrivate: true,
  excludeExternals: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  useCodeBlocks: true,
  expandObjects: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  tableColumnSettings: {
    hideInherited: true,
    hideOverrides: true,
    hideSources: true,
    hideModifiers: true,
  },
  validation: {
    notDocumented: true,
    notExported: false,
    invalidLink: true,
  },
  treatValidationWarningsAsErrors: true,
  requiredToBeDocumented: [
    'Variable',
    'Function',
    'Class',
    'Interface',
    'TypeAlias',
    'CallSignature',
    'Method',
    'Accessor',
    'GetSignature',
  ],
};
