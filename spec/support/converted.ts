import type { Codec } from '../../lib/entries/codec.js';
import { decodes, encodes } from '../../lib/entries/codec.js';
import type { Untyped } from './client.js';

/** What a schema of a codec returned: the value, and the problems as `path: message`. */
export interface Converted {
  readonly value: Untyped;
  readonly problems: readonly string[];
}

const run = (
  schema: ReturnType<typeof decodes>,
  value: unknown,
  problems: 'issues' | 'reported',
): Converted => {
  const outcome = schema['~standard'].validate(value) as Untyped;
  const found: Untyped[] = outcome[problems] ?? [];
  return {
    value: outcome.value,
    problems: found.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`),
  };
};

/** Decodes a value with `decodes(codec)`. */
export const decoded = (codec: Codec, value: unknown): Converted => run(decodes(codec), value, 'reported');

/** Encodes a value with `encodes(codec)`. */
export const encoded = (codec: Codec, value: unknown): Converted => run(encodes(codec), value, 'issues');
