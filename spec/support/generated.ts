import { generate, type GenerateOptions } from '../../lib/entries/openapi-generator.js';
import { openApi } from './open-api.js';

/** A generated file. */
export interface GeneratedFile {
  readonly text: string;
  /** `/paths/~1things/get: what is wrong` */
  readonly warnings: readonly string[];
}

/** The file for a document, by default without doc comments. */
export const generatedFrom = async (
  document: object,
  options: Partial<GenerateOptions> = {},
): Promise<GeneratedFile> => {
  const { text, warnings } = await generate({ docs: false, ...options, document });
  return { text, warnings: warnings.map(({ pointer, message }) => `${pointer}: ${message}`) };
};

/** The output for one operation, by default `GET /things`: its config, its types, the type of its params. */
export interface PrintedOperation {
  /** `{ method: 'GET', path: '/things' }` */
  readonly config: string;
  /** `Params, Data, Errors` */
  readonly types: string;
  /** The lines between the braces. */
  readonly params: readonly string[];
  readonly file: string;
  readonly warnings: readonly string[];
}

const ENDPOINT = /new HomingRequest<([^]*)>\((.*)\);\n/;
const PARAMS = /^export type \w+Params = \{\n([^]*?)^\};/m;

export const printed = async (
  operation: object,
  {
    method = 'get',
    path = '/things',
    docs = false,
    ...rest
  }: { method?: string; path?: string; docs?: boolean } & Readonly<Record<string, unknown>> = {},
): Promise<PrintedOperation> => {
  const whole = { responses: { 204: { description: 'nothing' } }, operationId: 'call', ...operation };
  const { text, warnings } = await generatedFrom(openApi({ [path]: { [method]: whole } }, { ...rest }), {
    docs,
  });
  const [, types = '', config = ''] = ENDPOINT.exec(text) ?? [];
  const [, lines = ''] = PARAMS.exec(text) ?? [];
  const params = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return { config, types, params, file: text, warnings };
};
