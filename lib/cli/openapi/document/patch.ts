import { DocumentError } from './diagnostics.js';
import { callHook, hookError, typeName } from './hooks.js';
import { isObject } from './json-document.js';
import { refsIn } from './ref-chains.js';

/** A document as `JSON.parse` returns it. */
export type PatchableDocument = ReturnType<typeof JSON.parse>;

/**
 * Changes a parsed document, or returns another one. The document is plain data, in the version in which it is
 * written: for Swagger 2, its schemas are in `definitions`.
 */
export type DocumentPatch = (document: PatchableDocument) => unknown;

/** A patch that has been read. */
export type Patch = (document: unknown) => unknown;

/** Returns the functions of the option `patch`. Throws a TypeError for any other value. */
export function patchesOf(patch: unknown): readonly Patch[] {
  if (patch === undefined) return [];
  const all = Array.isArray(patch) ? (patch as readonly unknown[]) : [patch];
  return Array.from(all, (each) => {
    if (typeof each !== 'function') throw new TypeError('patch: pass a function or an array of functions.');
    return each as Patch;
  });
}

/**
 * Returns the changed document as plain JSON data. Throws a DocumentError if a patch throws, or if its document
 * is not JSON.
 */
export function patched(document: unknown, patches: readonly Patch[]): unknown {
  // A YAML alias is one object in two places, and a change of one place must not change the other.
  let current = copied(document);
  for (const [index, patch] of patches.entries()) {
    const call = { hook: patches.length > 1 ? `patch[${index}]` : 'patch', of: '', pointer: '' };
    const result = callHook(call, () => patch(current)) ?? current;
    if (!isObject(result))
      throw hookError(call, `returned ${typeName(result)}: return a document or nothing`);
    current = callHook(call, () => copied(result));
  }
  return current;
}

/** Returns a copy. Rejects values that would make `JSON.stringify` fail or take forever. */
function copied(value: unknown): unknown {
  refsIn(value);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new DocumentError('The document has no JSON form');
  return JSON.parse(text) as unknown;
}
