import type { Warnings } from '../document/diagnostics.js';
import type { ParameterShapes } from './parameter-shape.js';

/** What a document is read with. */
export interface Reader {
  readonly warnings: Warnings;
  readonly shapes: ParameterShapes;
  /** Whether it is of OpenAPI 3.0. */
  readonly isOld: boolean;
}
