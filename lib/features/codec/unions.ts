import { isObject, ownValue } from '../../core/internal.js';
import { type Codec, type CodecReport, inBothWays } from './codec.js';

type Trial = readonly [value: unknown, issues: CodecReport['issues'], misfits: number];

/** Ranks a trial: a value that fits first, then a value that changed, then a value without problems. */
const pointsOf = ([found, { length }, misfits]: Trial, value: unknown): number => {
  if (found === value && length) return 0;
  return Number(!misfits) * 4 + Number(found !== value) * 2 + Number(!length);
};

/**
 * Converts a value of a union without a discriminator with one of the codecs.
 *
 * The first codec that converts something and reports nothing wins; then the first that converts something; then the
 * first that reports nothing. A codec whose `withMembers` doesn't fit the value is used only if no other codec converts
 * it or accepts it. List every type of the union, and `object({})` for a type without conversions: a value is reported
 * only if every codec reports it.
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
      const { misfits } = report;
      const { length } = report.issues;
      for (const codec of codecs) {
        const found = codec[report.way](value, report);
        const trial: Trial = [found, report.issues.splice(length), report.misfits - misfits];
        report.misfits = misfits;
        const points = pointsOf(trial, value);
        if (points > most) {
          most = points;
          best = trial;
        }
        if (points === 7) break;
      }
      best ??= [value, [], 0];
      results.set(value, best);
    }
    for (const issue of best[1]) report.issues.push(issue);
    report.misfits += best[2];
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
 * Converts an object of `anyOf` that has these members, and other values only if no other codec of the `anyOf` fits.
 *
 * @param members The values that each member can have, by its name in requests and responses; `[]` for any value. A member
 *   whose values include undefined can be missing.
 */
export function withMembers(members: Readonly<Record<string, readonly unknown[]>>, codec: Codec): Codec {
  const all = Object.entries(members);
  const hasAll = (wire: unknown): boolean =>
    isObject(wire) &&
    all.every(([name, values]) => {
      const value = ownValue(wire as Record<string, unknown>, name);
      return values.length ? values.includes(value) : value !== undefined;
    });
  return inBothWays((value, report) => {
    const found = codec[report.way](value, report);
    if (!hasAll(report.way === 'decode' ? value : found)) report.misfits += 1;
    return found;
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

/** Decodes a value with each of the codecs in turn, and encodes it with the last one first. */
export function allOf(...codecs: readonly Codec[]): Codec {
  const inOrder: Record<CodecReport['way'], readonly Codec[]> = {
    decode: codecs,
    encode: [...codecs].reverse(),
  };
  return inBothWays((value, report) =>
    inOrder[report.way].reduce((found, codec) => codec[report.way](found, report), value),
  );
}

/** Refers to a codec that is defined later, for recursive data. `make` is called at the first conversion. */
export function lazy(make: () => Codec): Codec {
  let codec: Codec | undefined;
  return inBothWays((value, report) => (codec ??= make())[report.way](value, report));
}
