export { logMiddleware, LogPlugin } from '../features/log/log-plugin.js';
export type { LogEntry, LogOptions } from '../core/call/log.js';
