import { segmentsOf } from './pointer.js';
import type { Problem } from './redocly.js';
import type { Warning, WarningCode, Warnings } from './warnings.js';

/** Words under which the keys are names that somebody chose. */
const OF_NAMES = new Set(
  'properties patternProperties $defs definitions paths responses headers content encoding callbacks schemas'.split(
    ' ',
  ),
);

/** Words under which stands nothing that a type says. */
const UNREAD = new Set(['example', 'examples', 'default', 'externalValue', 'discriminator', 'links', 'xml']);

/** Whether a pointer leads into what no endpoint and no type is made of. */
function isUnread(pointer: string): boolean {
  const segments = segmentsOf(pointer);
  const [first, , ...rest] = segments;
  const read = first === 'components' ? rest : segments;
  return read.some((segment, index) => {
    const isName = OF_NAMES.has(read[index - 1] ?? '') || (first === 'components' && index === 0);
    return !isName && (UNREAD.has(segment) || segment.startsWith('x-'));
  });
}

/** Redocly's sentences on structure, and what to do about each. */
const SENTENCES: readonly (readonly [RegExp, WarningCode, string])[] = [
  [/^The field (.+) must be present on this level\.?$/, 'missing-field', 'the field $1 is missing: add it'],
  [
    /^(?:Property|The field) (.+?) (?:is not expected|is not allowed|not expected|not allowed) here\.?/,
    'unknown-field',
    'OpenAPI has no field $1 here: take it out, or call it x-…',
  ],
  [
    /^Must contain at least one of the following fields: (.+?)\.?$/,
    'missing-field',
    'one of the fields $1 is missing: add it',
  ],
  [/^Expected type (.+) but got (.+?)\.?$/, 'wrong-value', 'this is $2 where OpenAPI has $1: mend it'],
  [
    /^Two schemas .* Renamed (\S+) to (\S+?)\.?$/,
    'schema-name',
    'another file has a schema called $1 too: this one became $2',
  ],
  [/^(.*?)\.?$/s, 'wrong-value', '$1: mend it'],
];

/** A finding of Redocly's in our words. */
function worded(message: string): readonly [code: WarningCode, message: string] {
  const line = message.trim().replace(/\s+/g, ' ');
  for (const [pattern, code, sentence] of SENTENCES)
    if (pattern.test(line)) return [code, line.replace(pattern, sentence)];
  return ['wrong-value', line];
}

/** A `$ref` that leads nowhere, in our words. */
export type BrokenRef = Omit<Warning, 'code'>;

/**
 * What Redocly found: what is odd in the structure becomes a warning, as a client can be made all the same and most of
 * the published documents have something of that kind. Gives back the `$ref`s that lead nowhere: whether one matters is
 * known when an endpoint needs it.
 */
export function judge(problems: readonly Problem[], root: string, warnings: Warnings): BrokenRef[] {
  const broken: BrokenRef[] = [];
  for (const { message, ruleId, location } of problems) {
    const [{ pointer: fragment = '', source } = {}] = location;
    const pointer = fragment.replace(/^#/, '').replace(/\/$/, '');
    const file = source?.absoluteRef === root ? undefined : source?.absoluteRef;
    if (isUnread(pointer)) continue;
    if (ruleId !== 'struct' && !message.startsWith('Two schemas')) {
      const why = message
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/^Can't resolve \$ref:?/, 'this $ref leads nowhere:');
      broken.push({ pointer, message: why.replace(/:\s*$/, ''), file });
      continue;
    }
    const [code, sentence] = worded(message);
    warnings.add(code, pointer, sentence, file);
  }
  return broken;
}
