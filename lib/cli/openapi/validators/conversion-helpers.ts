import { PURE } from '../print/endpoint-config.js';
import type { Conversion } from '../shape/conversions.js';
import type { Helper } from './helpers.js';

/** How a library spells the conversion of a value. */
export interface ConversionSpelling {
  /** Schemas of values on the wire, by the name of the conversion. */
  readonly wire: Readonly<Record<ConversionName, string>>;
  readonly date: string;
  readonly bigint: string;
  readonly bytes: string;
  readonly temporal: (type: string) => string;
  /** A schema that converts from one to the other. `text` is the value on the wire, `value` the value in the program. */
  readonly codec: (steps: ConversionSteps) => string;
}

/** The steps of a conversion, as expressions. */
interface ConversionSteps {
  readonly from: string;
  readonly to: string;
  /** Name of the parameter of `convert`. */
  readonly parameter: 'text' | 'value';
  readonly convert: string;
  /** The inverse of `convert`, with the other parameter. */
  readonly revert: string;
}

type ConversionName = Exclude<Conversion['name'], 'plainTime'>;

/** Returns the helpers that convert values in both directions, by name. */
export const conversionHelpers = (library: ConversionSpelling): Record<string, Helper> => {
  const { wire, date, bigint, bytes, temporal } = library;
  const helper = (name: string, steps: ConversionSteps): [string, Helper] => {
    const codec = library.codec(steps);
    const needs = ['$isDate', '$isDateTime'].filter((each) => codec.includes(`${each},`));
    return [`$${name}`, { text: `const $${name} = ${PURE} (() => ${codec})();\n`, needs }];
  };
  const both = (name: ConversionName, program: string, decode: string, encode: string) => [
    helper(name, { from: wire[name], to: program, parameter: 'text', convert: decode, revert: encode }),
    helper(`${name}Input`, {
      from: program,
      to: wire[name],
      parameter: 'value',
      convert: encode,
      revert: decode,
    }),
  ];
  const toDate = 'new globalThis.Date(text)';
  // Engines need not read `t` and `z`.
  const toTime = 'new globalThis.Date(text.toUpperCase())';
  const toBigInt = 'globalThis.BigInt(text)';
  return Object.fromEntries([
    ...both('dateTime', date, toTime, 'value.toISOString()'),
    ...both('date', date, toDate, 'value.toISOString().slice(0, 10)'),
    ...both('instant', temporal('Instant'), 'Temporal.Instant.from(text)', 'value.toString()'),
    // Otherwise a PlainDate of another calendar would write its name.
    ...both(
      'plainDate',
      temporal('PlainDate'),
      'Temporal.PlainDate.from(text)',
      "value.toString({ calendarName: 'never' })",
    ),
    ...both('int64', bigint, toBigInt, 'value'),
    ...both('int64Text', bigint, toBigInt, 'globalThis.String(value)'),
    ...both(
      'bytes',
      bytes,
      'globalThis.Uint8Array.from(globalThis.atob(text), (character) => character.charCodeAt(0))',
      "globalThis.btoa(globalThis.Array.from(value, (byte) => globalThis.String.fromCharCode(byte)).join(''))",
    ),
  ]);
};
