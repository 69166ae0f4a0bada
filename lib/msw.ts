export { mswHandler } from './adapters/msw/handler.js';
export type { MswHandler } from './adapters/msw/handler.js';
