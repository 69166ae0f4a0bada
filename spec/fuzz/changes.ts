import fc from 'fast-check';

/** What a caller puts wherever it changes its params after the call: nobody sends it, or is answered by it. */
export const CHANGED = 'changed';

/** The same in the data that it got: no other caller sees it. */
export const TAMPERED = 'tampered';

/** When the caller changes its params: as soon as it has the promise, so many milliseconds later, before a retry. */
export type ChangePlan = 'at once' | 'before the retry' | number;

export const anyChange: fc.Arbitrary<ChangePlan | undefined> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom<ChangePlan[]>('at once', 'at once', 'before the retry', 0, 1, 5) },
);

const changeBytes = (bytes: Uint8Array, mark: string): void => {
  bytes.set(new TextEncoder().encode(mark).subarray(0, bytes.length));
};

const changeObject = (object: object, mark: string, seen: Set<unknown>): void => {
  if (seen.has(object)) return;
  seen.add(object);
  if (ArrayBuffer.isView(object))
    return changeBytes(new Uint8Array(object.buffer, object.byteOffset, object.byteLength), mark);
  if (object instanceof ArrayBuffer) return changeBytes(new Uint8Array(object), mark);
  if (object instanceof Map) object.set('id', mark);
  if (object instanceof URLSearchParams || object instanceof FormData) object.set('id', mark);
  const members = object as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    if (typeof members[name] === 'object' && members[name] !== null) changeObject(members[name], mark, seen);
    else members[name] = mark;
  }
  if (Array.isArray(object)) object.push(mark);
  else members[mark] = mark;
};

/** Changes everything in it that can be changed, at every depth. */
export const changeDeeply = (value: unknown, mark: string = CHANGED): void => {
  try {
    if (typeof value === 'object' && value !== null) changeObject(value, mark, new Set());
  } catch {
    // Frozen, revoked, or it throws at every touch: not to be changed.
  }
};
