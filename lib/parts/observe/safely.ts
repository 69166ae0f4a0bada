/** Runs a hook whose failure is nobody's business; undefined where it threw. */
export function safely<T>(hook: () => T): T | undefined {
  try {
    const given = hook();
    // What an async hook rejects with must not end the process.
    if (given instanceof Promise) given.catch(() => undefined);
    return given;
  } catch {
    return undefined;
  }
}

/** Something that hooks may stand around. */
interface Wrapper {
  around?<T>(run: () => T): T;
}

/**
 * Runs something inside of the `around` of everybody who has one, the first outermost. It runs exactly once, whatever
 * the hooks do, and what it gives or throws is what this gives or throws.
 */
export function around<T>(wrappers: readonly Wrapper[], run: () => T): T {
  let outcome: { readonly given: T } | { readonly thrown: unknown } | undefined;
  const once = (): T => {
    if (!outcome) {
      try {
        outcome = { given: run() };
      } catch (thrown) {
        outcome = { thrown };
      }
    }
    if ('thrown' in outcome) throw outcome.thrown;
    return outcome.given;
  };
  const wrapped = wrappers.reduceRight<() => unknown>(
    (inner, wrapper) => () => (wrapper.around ? wrapper.around(inner) : inner()),
    once,
  );
  safely(wrapped);
  return once();
}
