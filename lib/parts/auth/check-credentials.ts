import { describeType } from '../../core/platform/describe-type.js';
import { isObject } from '../../core/platform/is-object.js';
import type { Credentials } from './credentials.js';

/** Whether somebody gave credentials that can be sent. */
export const isCredentials = (given: unknown): given is Credentials => {
  const { token } = Object(given) as Partial<Credentials>;
  return isObject(given) && typeof token === 'string' && token !== '';
};

/** Throws a TypeError for what is none. */
export function checkCredentials(given: unknown): asserts given is Credentials {
  if (!isCredentials(given))
    throw new TypeError(`The credentials are ${describeType(given)}: give an object with a token.`);
}
