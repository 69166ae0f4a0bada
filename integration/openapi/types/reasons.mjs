// The reasons why a type of homing differs from openapi-typescript's type. A reason changes the document for
// openapi-typescript so that both generate the same type. The compiler checks whether a reason explains a difference.
import { reasonsOfOperations } from './reasons-of-operations.mjs';
import { reasonsOfSchemas } from './reasons-of-schemas.mjs';

/** The reasons by name, in the order of application: `{ by, why, adjust(part, { side }) }`. */
export const reasons = { ...reasonsOfOperations, ...reasonsOfSchemas };
