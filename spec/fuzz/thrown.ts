import fc from 'fast-check';
import { hostileValues } from '../support/hostile-values.js';

/** What somebody throws, or a reason: by name, so that a counterexample can be printed and made anew. */
export type Thrown = { readonly name: string } | { readonly value: unknown };

const factories = new Map(hostileValues);

// Ten thousand errors take longer than a hundred calls; nobody changes them.
const deep = 'an Error with 10,000 causes';
const deepError = factories.get(deep)!();
factories.set(deep, () => deepError);

export const makeThrown = (thrown: Thrown): unknown =>
  'name' in thrown ? factories.get(thrown.name)!() : thrown.value;

export const anyThrown: fc.Arbitrary<Thrown> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: fc.constantFrom(...factories.keys()) }) },
  { weight: 1, arbitrary: fc.record({ value: fc.anything({ maxDepth: 1, maxKeys: 2 }) }) },
);

/** Milliseconds that something takes; 0 for none. Deadlines and aborts fall among them. */
export const anyWait: fc.Arbitrary<number> = fc.constantFrom(0, 0, 0, 1, 5, 10, 20, 40);
