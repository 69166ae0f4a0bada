import { aborts } from './aborts.mjs';
import { ordinary } from './ordinary.mjs';
import { together } from './together.mjs';

/** @type {[string, (kit: object) => Promise<void>][]} */
export const scenarios = Object.entries({ ...ordinary, ...together, ...aborts });
