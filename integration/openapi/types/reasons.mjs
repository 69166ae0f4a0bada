// Why a type of homing may differ from openapi-typescript's. A reason changes the document that openapi-typescript reads
// so that both have to write the same: the compiler is the judge of whether it explains a difference.
import { reasonsOfOperations } from './reasons-of-operations.mjs';
import { reasonsOfSchemas } from './reasons-of-schemas.mjs';

/** By name, in the order in which they are applied: `{ by, why, adjust(part, { side }) }`. */
export const reasons = { ...reasonsOfOperations, ...reasonsOfSchemas };
