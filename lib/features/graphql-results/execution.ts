import { nullProto, because, type Decoded, oneLine } from '../../core/internal.js';

/** "answered 200 GraphQL Error: No user 7": an outcome, and what the first of a response's errors says. */
export const withFirstMessage = (outcome: string, errors: unknown): string => {
  const [first] = Array.isArray(errors) ? (errors as ({ readonly message?: unknown } | null)[]) : [];
  return because(oneLine(outcome), oneLine(first?.message));
};

/**
 * What a service says that it executed: data, or the facts of the error that its errors come to.
 *
 * @param outcome What the message says before the words of the first error: "answered 200".
 * @returns A text where it is no result: what it is instead.
 */
export function readExecution(root: unknown, outcome: string): Decoded | string {
  // Neither a list nor one long text is looked into, however large it is.
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
