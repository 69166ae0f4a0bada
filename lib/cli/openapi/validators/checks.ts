import { isObject } from '../document/json-document.js';
import { quoted } from '../print/typescript.js';
import type { Range } from '../shape/shape.js';
import type { Helpers } from './helpers.js';

/** A test of a value: a function, and the message of a value that fails. */
export interface SchemaTest {
  readonly test: string;
  readonly message: string;
}

/** The message of names that don't fit. */
export const INVALID_NAME = 'Invalid name of a member';

/** The message of a value that `not` excludes. */
export const EXCLUDED = 'Invalid input: fits an excluded schema';

const rangeText = ({ min, max }: Range): string => {
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
};

/** Returns the check of a number of members; undefined without limits. */
export const countCheck = ({ min, max }: Range): SchemaTest | undefined => {
  if (min === undefined && max === undefined) return undefined;
  const count = 'globalThis.Object.values(value).filter((each) => each !== undefined).length';
  const tests = [
    min === undefined ? '' : `${count} >= ${min}`,
    max === undefined ? '' : `${count} <= ${max}`,
  ];
  return {
    test: `(value) => ${tests.filter(Boolean).join(' && ')}`,
    message: `Invalid number of members: expected ${rangeText({ min, max })}`,
  };
};

/**
 * Splits the limits of a length for valibot, which counts UTF-16 units. That is right only for the limits 0 and 1. The
 * check counts the other limits.
 */
export const lengthLimits = (
  { min, max }: Range,
  helpers: Helpers,
): { readonly units: Range; readonly check: SchemaTest | undefined } => {
  const ofCheck = {
    min: min !== undefined && min > 1 ? min : undefined,
    max: max !== undefined && max > 0 ? max : undefined,
  };
  const units = {
    min: ofCheck.min === undefined ? min : undefined,
    max: ofCheck.max === undefined ? max : undefined,
  };
  if (ofCheck.min === undefined && ofCheck.max === undefined) return { units, check: undefined };
  const limits = [ofCheck.min ?? 0, ...(ofCheck.max === undefined ? [] : [ofCheck.max])].join(', ');
  return {
    units,
    check: {
      test: `(text) => ${helpers.use('$hasLength')}(text, ${limits})`,
      message: `Invalid length: expected ${rangeText(ofCheck)} characters`,
    },
  };
};

/** Returns the check that no item occurs twice. */
export const uniqueCheck = (helpers: Helpers): SchemaTest => ({
  test: `(items) => new globalThis.Set(items.map((item) => ${helpers.use('$json')}(item))).size === items.length`,
  message: 'Invalid items: expected different items',
});

const sorted = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Returns the test that a value equals one of the values in JSON. */
export const equalTest = (values: readonly unknown[], helpers: Helpers): string => {
  const texts = values.map((value) => quoted(JSON.stringify(value, (_, each) => sorted(each))));
  return `(value) => [${texts.join(', ')}].includes(${helpers.use('$json')}(value))`;
};
