import { DocumentError, firstLine } from './diagnostics.js';
import { isObject, own } from './json-document.js';

/** The function of a hook, and the part of the document that it is called for. */
export interface HookCall {
  /** Name of the option, such as `onOperation`. */
  readonly hook: string;
  /** The part for messages, such as `GET /users`; `''` for the whole document. */
  readonly of: string;
  readonly pointer: string;
}

/** Creates the error of a hook, with its location in the document. */
export const hookError = ({ hook, of, pointer }: HookCall, problem: string): DocumentError =>
  new DocumentError(`${hook}${of === '' ? '' : ` of ${of}`} ${problem}`, { pointer });

/** Returns the first line of a thrown value. A thrown value can itself throw when it is converted. */
export function thrownText(error: unknown): string {
  try {
    return firstLine(error);
  } catch {
    return 'a value without a text';
  }
}

/** Returns the type of a value for messages. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

const isPromise = (value: unknown): boolean =>
  typeof own(value, 'then') === 'function' || value instanceof Promise;

/** Calls a function of the user. Throws a DocumentError if it throws or returns a promise. */
export function callHook(call: HookCall, work: () => unknown): unknown {
  let result: unknown;
  let isLate: boolean;
  try {
    result = work();
    isLate = isPromise(result);
  } catch (error) {
    throw hookError(call, `threw: ${thrownText(error)}`);
  }
  if (!isLate) return result;
  // Its rejection must not end the process.
  Promise.resolve(result).catch(() => undefined);
  throw hookError(call, 'returned a promise: return the value itself');
}

/** A valid result of a hook. */
export interface HookDecision {
  readonly skip: boolean;
  readonly name: string | undefined;
  readonly type: string | undefined;
}

const NOTHING: HookDecision = { skip: false, name: undefined, type: undefined };

const WORDS = ['skip', 'name', 'type'] as const;

/**
 * Reads the result of a hook. Throws a DocumentError for a result with another type or an unknown field.
 *
 * @param words The fields that the hook can return.
 */
export function hookResult(
  call: HookCall,
  result: unknown,
  words: readonly (typeof WORDS)[number][],
): HookDecision {
  if (result === undefined || result === true) return NOTHING;
  if (result === false) return { ...NOTHING, skip: true };
  const forms = `{ ${words.join(' }, { ')} }`;
  if (!isObject(result)) throw hookError(call, `returned ${typeName(result)}: return ${forms} or nothing`);
  const read = callHook(call, () => ({ ...result })) as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(read).find((key) => !(words as readonly string[]).includes(key));
  if (unknown !== undefined)
    throw hookError(
      call,
      `returned the unknown field ${JSON.stringify(unknown)}: return ${forms} or nothing`,
    );
  const [skip, name, type] = WORDS.map((word) => own(read, word));
  if (skip !== undefined && typeof skip !== 'boolean')
    throw hookError(call, `returned ${typeName(skip)} as skip: return a boolean`);
  for (const [word, value] of [
    ['name', name],
    ['type', type],
  ] as const)
    if (value !== undefined && (typeof value !== 'string' || value === ''))
      throw hookError(call, `returned ${value === '' ? "''" : typeName(value)} as ${word}: return a string`);
  return { skip: skip === true, name: name as string | undefined, type: type as string | undefined };
}
