import { NodeResponse } from './node-response.js';

/**
 * Puts NodeResponse under the platform's class, so that `instanceof Response` holds without its constructor being
 * run. Not done on import: that must not touch a global.
 */
export function asResponse(): void {
  if (typeof Response === 'function' && !(NodeResponse.prototype instanceof Response)) {
    Object.setPrototypeOf(NodeResponse.prototype, Response.prototype);
  }
}
