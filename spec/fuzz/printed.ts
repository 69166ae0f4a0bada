import fc from 'fast-check';

/** Without what is undefined or empty: most of a scenario says nothing. */
const pruned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(pruned);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value).filter(
    ([, field]) => field !== undefined && field !== false && !(Array.isArray(field) && field.length === 0),
  );
  return Object.fromEntries(entries.map(([name, field]) => [name, pruned(field)]));
};

/** A failed check, for a person: what is wrong, the smallest scenario, and how to run it again. */
export const printed = <T>({
  seed,
  counterexample,
  counterexamplePath,
  errorInstance,
}: fc.RunDetails<T>): string =>
  [
    (errorInstance as Error).stack,
    fc.stringify(pruned(counterexample)),
    `Again: npm run fuzz -- --seed=${seed} --path=${String(counterexamplePath)}`,
  ].join('\n');
