import { isObject } from './json-object.js';
import type { OpenApiDocument } from './open-api-document.js';
import { childOf } from './pointer.js';
import { References, refOf } from './references.js';
import type { Warnings } from './warnings.js';

/** Takes away each `$ref` that leads, by other `$ref`s alone, to itself. It says nothing, and stops redocly. */
export function openCircles(document: OpenApiDocument, warnings: Warnings): void {
  const references = new References(document);
  const circles: [node: object, pointer: string][] = [];
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const ref = isObject(value) ? refOf(value) : undefined;
    const leadsOn = ref !== undefined && references.target(ref) !== undefined;
    if (leadsOn && !references.follow({ value, pointer })) circles.push([value, pointer]);
    for (const [name, child] of Object.entries(value)) visit(child, childOf(pointer, name));
  };
  visit(document, '');
  for (const [node, pointer] of circles) {
    Reflect.deleteProperty(node, '$ref');
    warnings.add('ref-circle', pointer, 'This $ref leads to nothing but itself: unknown');
  }
}
