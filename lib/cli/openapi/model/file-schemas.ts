import { type DocumentNode, isObject, type References } from '../document/json-document.js';
import { contentOf } from '../schema/keywords.js';
import type { OperationModel } from './operations.js';
import { composing, isFile, leavesOf, OPAQUE, type RequestBodyModel } from './request-body.js';

/** Yields the schemas of the parts of a multipart body. */
function* partsOf({ media }: RequestBodyModel): Generator<DocumentNode> {
  for (const each of composing(media.node.at('schema'), new Set())) {
    const properties = each.at('properties');
    for (const name of properties.keys()) yield properties.child(name);
    yield each.child('additionalProperties');
  }
}

/** Adds everything that a schema contains, also through a `$ref`. */
function addReached(start: unknown, found: Set<unknown>, references: References): void {
  const waiting = [start];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (!isObject(value) || found.has(value)) continue;
    const { schemas, links } = contentOf(value);
    for (const each of schemas) found.add(each);
    for (const { ref } of links) waiting.push(references.target(ref)?.value);
  }
}

/**
 * Returns the schemas whose values are always files: parts of multipart bodies that no JSON, query or header
 * contains. In JSON, the same schema is a string.
 *
 * @param others Further schemas of JSON.
 */
export function fileSchemas(
  operations: Iterable<OperationModel>,
  others: readonly DocumentNode[],
  references: References,
): ReadonlySet<unknown> {
  const files = new Set<unknown>();
  const inJson = new Set<unknown>();
  const add = ({ value }: DocumentNode): void => {
    addReached(value, inJson, references);
  };
  others.forEach(add);
  for (const { parameters, body, answer, failures } of operations) {
    for (const { schema } of parameters) add(schema);
    for (const { schemas } of [answer, ...failures.list]) schemas.forEach(add);
    if (!body || body.isWhole || OPAQUE.includes(body.media.kind)) continue;
    if (body.media.kind !== 'multipart') add(body.media.node.child('schema'));
    else
      for (const part of partsOf(body))
        for (const leaf of leavesOf(part))
          if (isFile(leaf)) files.add(leaf.value);
          else add(leaf);
  }
  for (const each of inJson) files.delete(each);
  return files;
}
