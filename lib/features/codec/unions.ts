import { isObject } from '../../core/internal.js';
import { type Codec, type CodecReport, inBothWays } from './codec.js';

type Trial = readonly [value: unknown, issues: CodecReport['issues']];

/**
 * Converts a value of a union without a discriminator with one of the codecs.
 *
 * The first codec that converts something and reports nothing wins; then the first that converts something; then the
 * first that reports nothing. List every type of the union, and `object({})` for a type without conversions: a value is
 * reported only if every codec reports it.
 */
export function anyOf(...codecs: readonly Codec[]): Codec {
  // The result for each value of a conversion: without it, recursive unions take exponential time.
  const known = new WeakMap<CodecReport, Map<unknown, Trial>>();
  return inBothWays((value, report) => {
    const results = known.get(report) ?? new Map<unknown, Trial>();
    known.set(report, results);
    let best = isObject(value) ? results.get(value) : undefined;
    if (!best) {
      let most = -1;
      const { length } = report.issues;
      for (const codec of codecs) {
        const found = codec[report.way](value, report);
        const issues = report.issues.splice(length);
        const points = Number(found !== value) * 2 + Number(!issues.length);
        if (points > most) {
          most = points;
          best = [found, issues];
        }
        if (points === 3) break;
      }
      best ??= [value, []];
      results.set(value, best);
    }
    for (const issue of best[1]) report.issues.push(issue);
    return best[0];
  });
}

/**
 * Converts a value of a union with the codec for its discriminator.
 *
 * @param field The discriminator's name in requests and responses.
 * @param codecs A codec for each value of the discriminator.
 * @param name The discriminator's name in the program, if the codecs rename it.
 * @param other Converts a value with another discriminator, or without one. Default: it is unchanged.
 */
export function tagged(
  field: string,
  codecs: Readonly<Record<string, Codec>>,
  name: string = field,
  other?: Codec,
): Codec {
  const byTag = new Map<unknown, Codec>(Object.entries(codecs));
  return inBothWays((value, report) => {
    const key = report.way === 'decode' ? field : name;
    const tag = isObject(value) && Object.hasOwn(value, key) && (value as Record<string, unknown>)[key];
    const codec = byTag.get(tag) ?? other;
    return codec ? codec[report.way](value, report) : value;
  });
}

/**
 * Leaves strings of a response unchanged, and converts other values. For a member of `anyOf` such as `int64`, which also
 * reads strings, if another member is a string.
 */
export const exceptStrings = (codec: Codec): Codec =>
  inBothWays((value, report) =>
    report.way === 'decode' && typeof value === 'string' ? value : codec[report.way](value, report),
  );

/** Converts a value with each of the codecs in turn. */
export const allOf = (...codecs: readonly Codec[]): Codec =>
  inBothWays((value, report) => codecs.reduce((found, codec) => codec[report.way](found, report), value));

/** Refers to a codec that is defined later, for recursive data. `make` is called at the first conversion. */
export function lazy(make: () => Codec): Codec {
  let codec: Codec | undefined;
  return inBothWays((value, report) => (codec ??= make())[report.way](value, report));
}
