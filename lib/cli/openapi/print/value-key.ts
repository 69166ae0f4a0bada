import { keyed } from '../text/quoted.js';

/** A name of the document as the key of an object that is made: `__proto__` would set its prototype. */
export const valueKey = (name: string): string => (name === '__proto__' ? "['__proto__']" : keyed(name));
