import { isObject } from '../platform/is-object.js';

/** What was thrown, or stands behind it, each of its fields read once. */
export interface Thrown {
  readonly value: unknown;
  readonly name: string;
  /** `''` without one. */
  readonly code: string;
  /** `''` without one. */
  readonly message: string;
}

const DEPTH = 8;

/** A code is a word that a program wrote: `ECONNREFUSED`, `UND_ERR_SOCKET`. */
const CODE = /^\w[\w.:-]{0,63}$/;

/** A field as text; `''` where it is none, or can't be read. */
const field = (value: object, name: string): string => {
  try {
    const found: unknown = (value as Record<string, unknown>)[name];
    return typeof found === 'string' ? found : '';
  } catch {
    return '';
  }
};

/** A field that is a number; undefined where it is none, or can't be read. */
export function numberIn(value: unknown, name: string): number | undefined {
  try {
    const found = (Object(value) as Record<string, unknown>)[name];
    return typeof found === 'number' ? found : undefined;
  } catch {
    return undefined;
  }
}

const look = (value: unknown): Thrown => {
  if (typeof value === 'symbol' || typeof value === 'function')
    return { value, name: typeof value, code: '', message: '' };
  if (!isObject(value)) return { value, name: typeof value, code: '', message: String(value) };
  const code = field(value, 'code');
  return {
    value,
    name: field(value, 'name') || 'Error',
    code: CODE.test(code) ? code : '',
    message: field(value, 'message'),
  };
};

/** Of several that failed together, as of the addresses of a host, the last that has a code: what was tried at the end. */
const lastOf = (errors: unknown): unknown => {
  if (!Array.isArray(errors)) return undefined;
  const last = (errors as unknown[]).slice(-DEPTH);
  return last.filter((error) => look(error).code).at(-1) ?? last.at(-1);
};

const behind = (value: unknown): unknown => {
  if (!isObject(value)) return undefined;
  try {
    const { cause, errors } = value as { cause?: unknown; errors?: unknown };
    return cause ?? lastOf(errors);
  } catch {
    return undefined;
  }
};

/**
 * What was thrown and those behind it, from the outside in: the cause, or one of an AggregateError's. Safe on anything
 * that can be thrown; of a chain that has no end the beginning.
 */
export function thrownChain(thrown: unknown): Thrown[] {
  const chain: Thrown[] = [];
  const seen = new Set<unknown>();
  for (let value = thrown; value != null && !seen.has(value) && chain.length < DEPTH; value = behind(value)) {
    seen.add(value);
    chain.push(look(value));
  }
  return chain;
}
