import { own } from './document/json-document.js';

/** Options that have an effect only together with another option. */
const PARTNERS = [
  { option: 'strictSchemas', needs: 'schemas' },
  { option: 'seed', needs: 'mocks' },
  { option: 'faker', needs: 'mocks' },
] as const;

/** An option without an effect, and the option that it needs. */
export type UnusedOption = (typeof PARTNERS)[number];

/** Whether options contain an option. A flag that is off is like a missing one, but the number 0 is a value. */
const isSet = (options: object, name: string): boolean => {
  const value = own(options, name);
  return typeof value === 'number' || Boolean(value);
};

/** Returns an option that has no effect on any of the documents; undefined if each option has one. */
export const unusedOption = (documents: readonly object[]): UnusedOption | undefined =>
  PARTNERS.find(({ option, needs }) => {
    const found = documents.filter((options) => isSet(options, option));
    return found.length > 0 && !found.some((options) => isSet(options, needs));
  });

/** Returns the options of a document without the options that only other documents use. */
export const withoutUnused = <T extends object>(options: T): T => {
  const unused: readonly string[] = PARTNERS.filter(({ needs }) => !isSet(options, needs)).map(
    ({ option }) => option,
  );
  return Object.fromEntries(Object.entries(options).filter(([name]) => !unused.includes(name))) as T;
};
