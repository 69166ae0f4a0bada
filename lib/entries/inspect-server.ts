export { serveInspector } from '../adapters/inspect-server/serve-inspector.js';
export type { InspectorServer, InspectorServerOptions } from '../adapters/inspect-server/serve-inspector.js';
