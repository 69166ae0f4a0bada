import type { JsonObject } from './json-object.js';

/** An OpenAPI 3 document whose `$ref`s lead nowhere but into itself. */
export interface OpenApiDocument extends JsonObject {
  readonly openapi: string;
}
