export { mountInspector } from '../adapters/inspect-panel/mount-inspector.js';
export type { Shown } from '../adapters/inspect-panel/timeline.js';
