import { describeType, isObject, type Result } from '../core/seats.js';

/** The value as a Result, undefined for what is none. */
export const readResult = (value: unknown): Result<unknown> | undefined =>
  isObject(value) && 'data' in value && 'error' in value && 'retry' in value && 'response' in value
    ? (value as Result<unknown>)
    : undefined;

const asJson = (value: unknown): string => {
  try {
    // It has no text for undefined or a function.
    const text: unknown = JSON.stringify(value);
    return typeof text === 'string' ? text : String(value);
  } catch {
    return describeType(value);
  }
};

/** A Result in three lines, whatever else it holds: what it is, its status, its data or its message. */
export function printResult(value: unknown): string {
  const result = readResult(value);
  if (!result) return `${describeType(value)}, which is no Result`;
  const { data, error, response } = result;
  const lines = error
    ? [`failure '${error.kind}'`, `  status: ${error.status}`, `  error: ${error.message}`]
    : ['success', `  status: ${response.status}`, `  data: ${asJson(data)}`];
  return lines.join('\n');
}
