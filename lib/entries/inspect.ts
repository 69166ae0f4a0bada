export { inspector } from '../features/inspect/inspector.js';
export type { Inspector, InspectorBodies, InspectorOptions } from '../features/inspect/inspector.js';
export type {
  Exchange,
  ExchangeBody,
  Har,
  HarEntry,
  HarField,
  HarMessage,
  SeenAttempt,
  SeenCall,
  SeenNote,
  SeenOutcome,
} from '../features/inspect/seen-call.js';
