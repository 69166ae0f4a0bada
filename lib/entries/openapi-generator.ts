export type { Warning, WarningCode } from '../cli/openapi/document/diagnostics.js';
export { defineConfig } from '../cli/openapi/command/configuration.js';
export type {
  DocumentConfig,
  DocumentsConfig,
  HomingConfig,
  SharedConfig,
} from '../cli/openapi/command/configuration.js';
export type { OperationFilter } from '../cli/openapi/document/filter.js';
export type { DocumentPatch, PatchableDocument } from '../cli/openapi/document/patch.js';
export type { GeneratedPart } from '../cli/openapi/groups/group-files.js';
export type { GroupRule } from '../cli/openapi/groups/grouping.js';
export type { HookedOperation, OperationHookResult } from '../cli/openapi/model/selection.js';
export type { HookedSchema, SchemaHookResult } from '../cli/openapi/schema/schema-overrides.js';
export { generate } from '../cli/openapi/generate.js';
export type { GenerateResult } from '../cli/openapi/generate.js';
export type { GenerateOptions } from '../cli/openapi/generate-options.js';
export type {
  CursorRule,
  LinkRule,
  NumberRule,
  OffsetRule,
  PagesRule,
  PagesRuleMap,
} from '../cli/openapi/pages/page-rule.js';
