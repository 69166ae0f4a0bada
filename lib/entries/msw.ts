export { mswHandler } from '../adapters/msw.js';
export type { MswHandler } from '../adapters/msw.js';
