import type { Decoded } from './decoded.js';
import type { StandardSchemaV1 } from './standard-schema.js';

/** Data as the schema has it, or the facts of the error that it makes of it. Never rejects. */
export async function validate(schema: StandardSchemaV1, data: unknown): Promise<Decoded> {
  try {
    const outcome = await schema['~standard'].validate(data);
    return outcome.issues
      ? { kind: 'parse', body: outcome.issues, bySchema: true }
      : { data: outcome.value, kind: undefined };
  } catch (thrown) {
    return { kind: 'parse', body: thrown, cause: thrown, bySchema: true };
  }
}
