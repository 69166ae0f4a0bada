import { References } from '../../lib/cli/openapi/document/references.js';
import { type Warning, Warnings } from '../../lib/cli/openapi/document/warnings.js';
import { DocumentNode } from '../../lib/cli/openapi/model/document-node.js';
import type { Operation } from '../../lib/cli/openapi/model/operation.js';
import { readOperations } from '../../lib/cli/openapi/model/read-operations.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** A document with these paths, and what else is said. */
export const openApi = (paths: JsonObject, rest: JsonObject = {}): { openapi: string } & JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Small', version: '1' },
  paths,
  ...rest,
});

/** A response whose body is JSON of the schema. */
export const answers = (schema: unknown, contentType = 'application/json'): JsonObject => ({
  description: 'fine',
  content: { [contentType]: { schema } },
});

/** A response without a body. */
export const NOTHING: JsonObject = { description: 'nothing' };

/** A body of a request. */
export const takes = (
  schema: unknown,
  contentType = 'application/json',
  rest: JsonObject = {},
): JsonObject => ({
  required: true,
  content: { [contentType]: { schema, ...rest } },
});

/** A parameter. */
export const param = (
  place: string,
  name: string,
  schema: unknown = { type: 'string' },
  rest: JsonObject = {},
): JsonObject => ({
  in: place,
  name,
  schema,
  ...(place === 'path' && { required: true }),
  ...rest,
});

/** The root of a document. */
export const rootOf = (document: ReturnType<typeof openApi>): DocumentNode => {
  const references = new References(document);
  return new DocumentNode(
    document,
    '',
    (value, pointer) => references.follow({ value, pointer }) ?? { value: undefined, pointer: undefined },
  );
};

/** What the model has of a document. */
export const modelOf = (
  document: ReturnType<typeof openApi>,
): { operations: Operation[]; warnings: readonly Warning[] } => {
  const warnings = new Warnings();
  return { operations: readOperations(rootOf(document), warnings), warnings: warnings.list };
};

/** The model of one operation, `GET /things` unless told otherwise. */
export const operationOf = (
  operation: JsonObject,
  { method = 'get', path = '/things', ...rest }: { method?: string; path?: string } & JsonObject = {},
): Operation & { warnings: readonly Warning[] } => {
  const { operations, warnings } = modelOf(
    openApi({ [path]: { [method]: { responses: {}, ...operation } } }, rest),
  );
  return { ...operations[0]!, warnings };
};
