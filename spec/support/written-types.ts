import { Warnings } from '../../lib/cli/openapi/document/diagnostics.js';
import { References } from '../../lib/cli/openapi/document/json-document.js';
import type { SchemaOptions } from '../../lib/cli/openapi/schema/json-type-printer.js';
import type { Side } from '../../lib/cli/openapi/schema/keywords.js';
import { SchemaTypes } from '../../lib/cli/openapi/schema/schema-types.js';

/** The options for printing schemas. */
export interface Writing extends Partial<SchemaOptions> {
  readonly schemas?: Readonly<Record<string, unknown>>;
  readonly side?: Side;
  readonly openapi?: string;
  readonly warnings?: Warnings;
}

const typesOf = (writing: Writing): SchemaTypes => {
  const {
    schemas = {},
    openapi = '3.1.0',
    warnings = new Warnings(),
    int64 = 'number',
    docs = true,
  } = writing;
  const document = { openapi, info: { title: 'Shop', version: '1' }, components: { schemas } };
  return new SchemaTypes(new References(document), warnings, {
    int64,
    docs,
    dates: 'string',
    bytes: 'base64',
    properties: 'document',
  });
};

/** A schema as a type. */
export const printedSchema = (schema: unknown, writing: Writing = {}): string =>
  typesOf(writing).expression(schema, writing.side ?? 'received', '/test');

/** The declarations of all schemas, or of one schema and its dependencies. */
export const printedDeclarations = (
  schemas: Readonly<Record<string, unknown>>,
  writing: Writing & { only?: string } = {},
): string => {
  const types = typesOf({ ...writing, schemas });
  const { only, side = 'received' } = writing;
  for (const name of only === undefined ? Object.keys(schemas) : [only]) {
    const $ref = `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    types.expression({ $ref }, side, '/test');
  }
  return types.declarations().join('');
};
