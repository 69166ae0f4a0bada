// Why: what is drawn at random, or held against a crowd, proves its rule with few as it does with many, and finds the
// more the longer it runs. `npm test` runs it at a length that one waits for, and `npm run integration -- fuzz` at its full length.

/** Whether everything runs at its full length: `HOMING_EFFORT=full`. A browser has no environment. */
const isFull = typeof process === 'object' && process.env['HOMING_EFFORT'] === 'full';

/** How many of something: few, or as many as the rule is to be held against. */
export const effort = (few: number, many: number): number => (isFull ? many : few);

/** How a property is drawn: the same few values each time, or many others each time. */
export const draws = (few: number, many: number): { readonly numRuns: number; readonly seed?: number } =>
  isFull ? { numRuns: many } : { numRuns: few, seed: 20_261_121 };
