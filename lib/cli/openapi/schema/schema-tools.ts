import type { References } from '../document/json-document.js';
import { Polymorphism } from './polymorphism.js';
import { SchemaGraph, SchemaNames } from './schema-graph.js';

/** Names that the printed file uses itself. */
export const OWN_NAMES = [
  'BaseUrl',
  'HomingCodec',
  'HomingEventStream',
  'HomingItem',
  'HomingItemStream',
  'HomingRequest',
  'PagesAt',
  'ResultsByStatus',
  'SecurityHeaders',
  'Temporal',
  'TypedResponse',
];

/** The schemas of a document: how they are related, and their names. */
export interface SchemaTools {
  readonly references: References;
  readonly graph: SchemaGraph;
  readonly families: Polymorphism;
  readonly names: SchemaNames;
  /** Whether keywords next to a `$ref` count. */
  readonly besideRef: boolean;
}

/**
 * Relates and names the schemas of a document.
 *
 * @param fixed Names by the pointer of the schema. Default: names from the document.
 * @param differs Whether the sent and the received type of a schema differ for another reason than its fields.
 */
export function schemaTools(
  references: References,
  fixed?: ReadonlyMap<string, string>,
  differs?: (schema: unknown) => boolean,
): SchemaTools {
  const families = new Polymorphism(references);
  const graph = new SchemaGraph(references, families, differs);
  const names = new SchemaNames(references, graph, families.parents, OWN_NAMES, fixed);
  return { references, graph, families, names, besideRef: !/^3\.0/.test(references.document.openapi) };
}
