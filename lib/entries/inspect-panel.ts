export { mountInspector } from '../adapters/inspect-panel/mount-inspector.js';
export type { PanelSource } from '../adapters/inspect-panel/timeline.js';
