// Replaces code.mjs when the specs run with codes: returns the whole sentence, so that what the specs expect of sentences
// proves that a code and its values contain everything.
import { readFileSync } from 'node:fs';

const codes = JSON.parse(readFileSync(new URL('codes.json', import.meta.url), 'utf8'));

/** Returns the sentence of a code with its values. Same arguments as in code.mjs. */
export const code = (id, ...about) => {
  const [number, ...more] = [id].flat();
  const values = [...about, ...more];
  const sentence = codes[number];
  // A spec can pass an advice itself.
  if (sentence === undefined) return `${about[0]}: pass ${id}.`;
  return sentence.replace(/\{(\d+)\}/g, (_, index) => {
    if (!(index in values)) throw new RangeError(`E${number} has no value ${index}.`);
    return String(values[index]);
  });
};
