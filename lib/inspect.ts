export { inspector } from './parts/inspect/inspector.js';
export type { Inspector, InspectorBodies, InspectorOptions } from './parts/inspect/inspector.js';
export type {
  Exchange,
  ExchangeBody,
  Har,
  HarEntry,
  HarField,
  Message,
  SeenAttempt,
  SeenCall,
  SeenNote,
  SeenOutcome,
} from './parts/inspect/seen-call.js';
