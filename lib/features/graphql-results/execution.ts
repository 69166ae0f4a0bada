import { nullProto, because, type Decoded, oneLine } from '../../core/internal.js';

/** Returns an outcome with the message of the response's first error. */
export const withFirstMessage = (outcome: string, errors: unknown): string => {
  const [first] = Array.isArray(errors) ? (errors as ({ readonly message?: unknown } | null)[]) : [];
  return because(oneLine(outcome), oneLine(first?.message));
};

/**
 * Reads the root of a GraphQL result: data, or the facts of an error.
 *
 * @param outcome The start of the message, before the first error's message.
 * @returns A string if it isn't a result: describes what it is instead.
 */
export function readExecution(root: unknown, outcome: string): Decoded | string {
  // Don't inspect an array or a long string.
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return 'non-object JSON';
  const { data, errors } = nullProto<{ data?: unknown; errors?: unknown }>(root);
  if (Array.isArray(errors) && errors.length > 0)
    return {
      kind: 'http',
      body: errors,
      statusText: 'GraphQL Error',
      reason: withFirstMessage(`${outcome} GraphQL Error`, errors),
      partialData: data ?? undefined,
    };
  return data == null ? 'neither data nor errors' : { data, kind: undefined };
}
