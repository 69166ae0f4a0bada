import { own } from './json-object.js';
import type { Located } from './located.js';
import { childOf } from './pointer.js';

/** Schemas by the names that they give themselves, as a `$ref` writes them: `#name`. */
export function anchorsOf(document: unknown): ReadonlyMap<string, Located> {
  const anchors = new Map<string, Located>();
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const word of ['$anchor', '$dynamicAnchor']) {
      const name = own(value, word);
      if (typeof name === 'string' && !anchors.has(`#${name}`)) anchors.set(`#${name}`, { value, pointer });
    }
    for (const [key, child] of Object.entries(value)) visit(child, childOf(pointer, key));
  };
  visit(own(document, 'components'), '/components');
  return anchors;
}
