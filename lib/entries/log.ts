export { logMiddleware, LogPlugin } from '../features/log/log-plugin.js';
export type { LogOptions } from '../core/call/log.js';
