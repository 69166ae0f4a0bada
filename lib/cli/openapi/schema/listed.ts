const SETS = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/** The values of a list of the document as a set, which is made once: thousands may ask for one of thousands. */
export function listed(list: readonly unknown[]): ReadonlySet<unknown> {
  let set = SETS.get(list);
  if (!set) {
    set = new Set(list);
    SETS.set(list, set);
  }
  return set;
}
