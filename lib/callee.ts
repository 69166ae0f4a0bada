export { calleeOf, paramsText } from './parts/callee/callee.js';
