export { logMiddleware, LogPlugin } from './parts/log/log-plugin.js';
export type { LogOptions } from './core/call/log.js';
