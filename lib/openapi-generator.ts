export type { Warning, WarningCode } from './cli/openapi/document/warnings.js';
export { generate } from './cli/openapi/generate.js';
export type { Generated, GenerateOptions } from './cli/openapi/generate.js';
