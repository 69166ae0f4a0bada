import { hasBrand, setBrand } from './brand.js';
import { markOwnWords } from './own-words.js';

/**
 * Says why homing itself leaves a body unread: it is larger than it may be, or somebody has read it already. No failure
 * of the connection, so that asking again changes nothing. Known for what it is in any copy of the package.
 */
export function bodyError(sentence: string): TypeError {
  const error = new TypeError(sentence);
  setBrand(error, 'BodyError');
  markOwnWords(error);
  return error;
}

/** Whether that was thrown. Safe on anything that can be thrown. */
export function isBodyError(thrown: unknown): boolean {
  return hasBrand(thrown, 'BodyError');
}
