export type { Warning, WarningCode } from '../cli/openapi/document/diagnostics.js';
export { generate } from '../cli/openapi/generate.js';
export type { GenerateResult, GenerateOptions } from '../cli/openapi/generate.js';
