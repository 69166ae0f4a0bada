// Specs with random or many values find more with a longer run. `npm test` runs them at a short length, and
// `npm run integration -- fuzz` at their full length.

/** Whether everything runs at its full length: `HOMING_EFFORT=full`. A browser has no environment. */
const isFull = typeof process === 'object' && process.env['HOMING_EFFORT'] === 'full';

/** A count: few in a short run, all in a full run. */
export const effort = (few: number, many: number): number => (isFull ? many : few);

/** The options of a property: a few fixed values, or many new random values in a full run. */
export const draws = (few: number, many: number): { readonly numRuns: number; readonly seed?: number } =>
  isFull ? { numRuns: many } : { numRuns: few, seed: 20_261_121 };
