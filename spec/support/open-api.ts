import { DocumentNode, References } from '../../lib/cli/openapi/document/json-document.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** A document with these paths and other fields. */
export const openApi = (paths: JsonObject, rest: JsonObject = {}): { openapi: string } & JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Small', version: '1' },
  paths,
  ...rest,
});

/** A response with a JSON body of this schema. */
export const answers = (schema: unknown, contentType = 'application/json'): JsonObject => ({
  description: 'fine',
  content: { [contentType]: { schema } },
});

/** A response without a body. */
export const NOTHING: JsonObject = { description: 'nothing' };

/** A request body. */
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
export const rootOf = (document: ReturnType<typeof openApi>): DocumentNode =>
  new DocumentNode({ value: document, pointer: '' }, new References(document));
