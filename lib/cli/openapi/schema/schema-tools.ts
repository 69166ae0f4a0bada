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

/** Options for schemas of a library, which are values of the file. */
interface SchemaValues {
  /** Whether the sent and the received value of a schema differ for another reason than its fields. */
  readonly differs?: (schema: unknown) => boolean;
  /** Names of endpoints, which are values of the same file. Default: a type can have the name of an endpoint. */
  readonly endpoints?: readonly string[];
}

/**
 * Relates and names the schemas of a document.
 *
 * @param fixed Names by the pointer of the schema. Default: names from the document.
 */
export function schemaTools(
  references: References,
  fixed?: ReadonlyMap<string, string>,
  { differs, endpoints = [] }: SchemaValues = {},
): SchemaTools {
  const families = new Polymorphism(references);
  const graph = new SchemaGraph(references, families, differs);
  const names = new SchemaNames(references, graph, families.parents, [...OWN_NAMES, ...endpoints], fixed);
  return { references, graph, families, names, besideRef: !/^3\.0/.test(references.document.openapi) };
}
