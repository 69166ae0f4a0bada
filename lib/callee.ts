export { calleeOf, paramsText, pluginScopes } from './parts/callee/callee.js';
