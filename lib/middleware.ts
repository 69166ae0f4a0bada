export { Plugin } from './pipeline/plugin.js';
