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

/** Bodies by themselves go out as they are when they are sent: nobody copies them. */
const isBody = (object: object): boolean =>
  ArrayBuffer.isView(object) ||
  [ArrayBuffer, URLSearchParams, FormData].some((each) => object instanceof each);

const changeObject = (object: object, mark: string, seen: Set<unknown>): void => {
  if (isBody(object) || seen.has(object)) return;
  seen.add(object);
  if (object instanceof Map) object.set('id', mark);
  const members = object as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    if (typeof members[name] === 'object' && members[name] !== null) changeObject(members[name], mark, seen);
    else members[name] = mark;
  }
  if (Array.isArray(object)) object.push(mark);
  else members[mark] = mark;
};

/** Changes everything in it that can be changed, at every depth, but for bodies. */
export const changeDeeply = (value: unknown, mark: string = CHANGED): void => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    changeObject(value, mark, new Set());
};
