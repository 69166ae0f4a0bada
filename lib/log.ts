export { logMiddleware } from './parts/log/log-middleware.js';
export type { LogOptions } from './core/stages/log-options.js';
export { LogPlugin } from './parts/log/log-plugin.js';
