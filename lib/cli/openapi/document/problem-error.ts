import { DocumentError } from './document-error.js';
import type { Problem } from './redocly.js';

/** The first problem as an error, with the count of the rest. */
export function problemError(problems: readonly Problem[], root: string): DocumentError | undefined {
  const [first] = problems;
  if (!first) return undefined;
  const [{ pointer, source } = {}] = first.location;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new DocumentError(`${first.message.trim()}${more}`, {
    pointer: pointer?.replace(/^#/, ''),
    file: source?.absoluteRef === root ? undefined : source?.absoluteRef,
  });
}
