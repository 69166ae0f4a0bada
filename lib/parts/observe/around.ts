import { safely } from './safely.js';

/** Something whose hook may stand around a piece of work. */
interface Wrapper {
  around?<T>(run: () => T): T;
}

/** Runs at the first call; whatever that gave or threw, each further call gives or throws too. */
const once = <T>(run: () => T): (() => T) => {
  let outcome: (() => T) | undefined;
  return () => {
    if (!outcome) {
      try {
        const given = run();
        outcome = () => given;
      } catch (thrown) {
        outcome = () => {
          throw thrown;
        };
      }
    }
    return outcome();
  };
};

/**
 * Runs something inside of the `around` of everybody who has one, the first outermost. It runs exactly once, and each
 * hook is asked exactly once, whatever the others do; what it gives or throws is what this gives or throws.
 */
export function around<T>(wrappers: readonly Wrapper[], run: () => T): T {
  const wrapped = wrappers.reduceRight<() => T>((inner, wrapper) => {
    const running = once(inner);
    return () => {
      safely(() => wrapper.around?.(running));
      return running();
    };
  }, run);
  return wrapped();
}
