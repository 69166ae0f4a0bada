import { Warnings } from '../document/diagnostics.js';
import type { References } from '../document/json-document.js';
import { ShapeReader } from '../shape/shape-reader.js';
import type { SchemaOptions } from './json-type-printer.js';
import { schemaTools } from './schema-tools.js';

/**
 * Returns a reader of shapes that doesn't warn, because the printer of the types warns about the same schemas.
 *
 * @param needsReadOnly Whether a sent object can have a read-only member. Default: it can't.
 */
export const silentShapes = (
  references: References,
  { overrides, files, ...options }: SchemaOptions,
  needsReadOnly?: () => boolean,
): ShapeReader =>
  new ShapeReader({
    ...schemaTools(references, overrides?.names),
    warnings: new Warnings(),
    types: overrides?.types,
    files,
    options,
    ...(needsReadOnly && { needsReadOnly }),
  });
