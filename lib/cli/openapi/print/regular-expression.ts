import { compiledPattern } from '../shape/pattern.js';
import { quoted } from './typescript.js';

/** Returns the regular expression of a pattern as an expression; undefined without a pattern that can be compiled. */
export const regularExpression = (pattern: string | undefined): string | undefined => {
  const found = pattern === undefined ? undefined : compiledPattern(pattern);
  return found && `new globalThis.RegExp(${quoted(found.source)}${found.flags && `, '${found.flags}'`})`;
};
