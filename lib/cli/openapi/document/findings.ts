import { DocumentError } from './document-error.js';
import { segmentsOf } from './pointer.js';
import type { Problem } from './redocly.js';
import type { Warnings } from './warnings.js';

/** Words under which the keys are names that somebody chose. */
const OF_NAMES = new Set(
  'properties patternProperties $defs definitions paths responses headers content encoding callbacks schemas'.split(
    ' ',
  ),
);

/** Words under which stands nothing that a type says. */
const UNREAD = new Set(['example', 'examples', 'default', 'externalValue', 'discriminator', 'links', 'xml']);

/** Whether a pointer leads into what nobody reads. */
function isUnread(pointer: string): boolean {
  const segments = segmentsOf(pointer);
  const [first, , ...rest] = segments;
  const read = first === 'components' ? rest : segments;
  return read.some((segment, index) => {
    const isName = OF_NAMES.has(read[index - 1] ?? '') || (first === 'components' && index === 0);
    return !isName && (UNREAD.has(segment) || segment.startsWith('x-'));
  });
}

/** A finding of redocly, in our words. */
interface Finding {
  readonly pointer: string;
  readonly message: string;
  readonly file: string | undefined;
  readonly isLost: boolean;
}

function findingOf({ message, ruleId, location }: Problem, root: string): Finding {
  const [{ pointer = '', source } = {}] = location;
  return {
    pointer: pointer.replace(/^#/, '').replace(/\/$/, ''),
    message: message.trim().replace(/\s+/g, ' '),
    file: source?.absoluteRef === root ? undefined : source?.absoluteRef,
    isLost: ruleId !== 'struct',
  };
}

const isInSchema = (pointer: string): boolean => /^\/components\/schemas\/|\/schema(\/|$)/.test(pointer);

/** What a client can't be made of; a word too many is none of that, and neither is a schema that says odd things. */
const isFatal = ({ pointer, message, isLost }: Finding): boolean =>
  isLost || !(isInSchema(pointer) || /not (expected|allowed) here/.test(message));

/**
 * Throws for a `$ref` that leads nowhere, and for a document without the shape of one. Else what is odd in it is a
 * warning, as most of the published documents have something of that kind.
 */
export function judge(problems: readonly Problem[], root: string, warnings: Warnings): void {
  const findings = problems
    .map((problem) => findingOf(problem, root))
    .filter(({ pointer }) => !isUnread(pointer));
  const fatal = findings.filter(isFatal);
  const [first] = fatal;
  if (first) {
    const more = fatal.length > 1 ? ` (and ${fatal.length - 1} more)` : '';
    throw new DocumentError(first.message + more, first);
  }
  for (const { pointer, message } of findings) warnings.add('wrong-value', pointer, message);
}
