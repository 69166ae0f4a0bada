// Makes values from JSON Schemas: mostly valid ones, some at the limits, and some that break one rule. Always the same
// values for the same seed.
import fc from 'fast-check';
import { at, isObject } from './json-schemas.mjs';

/** Returns numbers from 0 to 1, always the same ones for a seed. */
const numbers = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const FORMATS = {
  'date-time': [
    '2024-02-29T23:59:59.000Z',
    '2020-01-01T00:00:00.123Z',
    '2020-01-01T00:00:00+02:00',
    '1999-12-31T12:00:00Z',
  ],
  date: ['2024-02-29', '1999-12-31', '2020-01-01'],
  time: ['23:59:59Z', '00:00:00.5+01:00'],
  duration: ['P1Y', 'PT5M', 'P1DT2H', 'P2W'],
  email: ['a@b.co', 'first.last+tag@example.org'],
  uuid: ['123e4567-e89b-12d3-a456-426614174000', '00000000-0000-0000-0000-000000000000'],
  uri: ['https://example.com/a?b=c#d', 'urn:isbn:0451450523', 'mailto:a@b.co'],
  'uri-reference': ['/a/b?c', 'https://example.com', '#x'],
  url: ['https://example.com/a?b=c'],
  hostname: ['example.com', 'a-b.example', 'localhost'],
  ipv4: ['127.0.0.1', '255.255.255.255'],
  ipv6: ['::1', '2001:db8::8a2e:370:7334'],
  byte: ['aGVsbG8=', ''],
  regex: ['^a+$'],
  'json-pointer': ['/a/b', ''],
};

/** Strings that are almost valid in some format, or have odd lengths. */
const ODD = [
  ...[
    '',
    ' ',
    'x',
    '😀',
    '😀😀',
    'a'.repeat(300),
    '2023-02-29',
    '2020-13-01',
    '2020-01-01',
    '2020-01-01T00:00:00',
  ],
  ...[
    '2020-01-01T25:00:00Z',
    '2020-01-01T00:00:00+0200',
    '12:00:00',
    '24:00:00Z',
    'P',
    'PT',
    '1Y',
    'a@b',
    'a b@c.de',
  ],
  ...[
    '123e4567-e89b-12d3-a456-42661417400',
    'example',
    'http://',
    '//example.com',
    '1.2.3.256',
    '1.2.3',
    ':::1',
  ],
  ...['not base64!', 'a===', '-a.example', '[', '__proto__', 'null', '0', 'true'],
];
const ANYTHING = [
  null,
  0,
  -1,
  1.5,
  2 ** 31,
  1e300,
  '',
  'x',
  true,
  false,
  [],
  {},
  [null],
  { x: 1 },
  ['x', 'x'],
];

const clone = (value) => (value === undefined ? undefined : structuredClone(value));

export class Sampler {
  #random;
  #root;
  #risk = 0;
  #isCanonical = false;

  constructor(root, seed) {
    this.#root = root;
    this.#random = numbers(seed);
  }

  /** A value that is meant to be valid. */
  valid(schema) {
    this.#risk = 0;
    return this.#value(schema, 0);
  }

  /** A valid value whose dates have the only spelling that `toISOString` writes. */
  canonical(schema) {
    this.#risk = 0;
    this.#isCanonical = true;
    return this.#value(schema, 0);
  }

  /** A value at the limits, or one that breaks a rule. */
  odd(schema) {
    this.#risk = 0.12;
    const value = this.#value(schema, 0);
    return this.#chance(0.6) ? this.#mutated(value) : value;
  }

  #chance(probability) {
    return this.#random() < probability;
  }

  #whole(below) {
    return Math.floor(this.#random() * below);
  }

  #pick(list) {
    return list[this.#whole(list.length)];
  }

  /** Changes one place of a value. */
  #mutated(value) {
    const places = [];
    const visit = (holder, key) => {
      places.push([holder, key]);
      const inner = holder[key];
      if (typeof inner === 'object' && inner !== null)
        for (const each of Object.keys(inner)) visit(inner, each);
    };
    const holder = { value: clone(value) };
    visit(holder, 'value');
    const [parent, key] = this.#pick(places);
    const inner = parent[key];
    const roll = this.#random();
    if (roll < 0.3 && isObject(inner) && Object.keys(inner).length > 0)
      delete inner[this.#pick(Object.keys(inner))];
    else if (roll < 0.45 && isObject(inner)) inner.unknownMember = this.#pick(ANYTHING);
    else if (roll < 0.6 && Array.isArray(inner) && inner.length > 0)
      this.#chance(0.5) ? inner.push(clone(this.#pick(inner))) : inner.pop();
    else if (roll < 0.75 && typeof inner === 'string') parent[key] = this.#pick(ODD);
    else if (roll < 0.9 && typeof inner === 'number')
      parent[key] = inner + this.#pick([1, -1, 0.5, 2 ** 31, -(2 ** 33)]);
    else parent[key] = clone(this.#pick(ANYTHING));
    return holder.value;
  }

  /** Joins a schema with its `$ref`, its `allOf` and one member of each choice. */
  #joined(schema, hops = 0) {
    if (schema === true || schema === undefined) return {};
    if (schema === false || hops > 30) return { never: true };
    const { $ref, allOf = [], oneOf, anyOf, ...itself } = schema;
    const parts = [...($ref === undefined ? [] : [at(this.#root, $ref)]), ...allOf];
    // Null would be half of the values of `nullable`.
    for (const choice of [oneOf, anyOf])
      if (choice) {
        const some = choice.filter(({ type }) => type !== 'null');
        parts.push(this.#chance(0.85) && some.length > 0 ? this.#pick(some) : this.#pick(choice));
      }
    return parts.reduce((left, part) => merged(left, this.#joined(part, hops + 1)), itself);
  }

  #value(schema, depth) {
    const said = this.#joined(schema);
    if (Object.hasOwn(said, 'const')) return clone(said.const);
    if (said.enum) return this.#chance(this.#risk) ? this.#pick(ODD) : clone(this.#pick(said.enum));
    const type = Array.isArray(said.type) ? this.#pick(said.type) : said.type;
    switch (type) {
      case 'object':
        return this.#object(said, depth);
      case 'array':
        return this.#array(said, depth);
      case 'string':
        return this.#string(said);
      case 'integer':
      case 'number':
        return this.#number(said, type);
      case 'boolean':
        return this.#chance(0.5);
      case 'null':
        return null;
      default:
        if (said.properties) return this.#object(said, depth);
        return clone(this.#pick(ANYTHING));
    }
  }

  #object(said, depth) {
    const value = {};
    const required = new Set(said.required);
    for (const [name, schema] of Object.entries(said.properties ?? {})) {
      const isDeep = depth > 3 || (depth > 1 && Object.keys(said.properties).length > 12);
      if (!required.has(name) && (isDeep || this.#chance(0.3))) continue;
      if (depth > 12) continue;
      define(value, name, this.#value(schema, depth + 1));
    }
    for (const name of required)
      if (!Object.hasOwn(value, name))
        define(value, name, depth > 12 ? 0 : this.#value(said.additionalProperties ?? {}, depth + 1));
    for (const [pattern, schema] of Object.entries(said.patternProperties ?? {}))
      if (depth < 4) define(value, this.#matching(pattern), this.#value(schema, depth + 1));
    const least = (said.minProperties ?? 0) - Object.keys(value).length;
    const isOpen =
      said.additionalProperties !== undefined && said.additionalProperties !== false && depth < 4;
    const more = Math.max(least, isOpen ? this.#whole(3) : 0);
    for (let index = 0; index < more && index < 20; index += 1) {
      const name = said.propertyNames ? this.#value(said.propertyNames, depth + 1) : `key${index}`;
      if (!Object.hasOwn(value, name))
        define(value, name, this.#value(said.additionalProperties ?? {}, depth + 1));
    }
    return value;
  }

  #array(said, depth) {
    const first = said.prefixItems ?? [];
    const least = said.minItems ?? 0;
    const most = said.maxItems ?? Math.max(least, first.length) + 2;
    let length = depth > 3 ? least : least + this.#whole(Math.min(most - least, 3) + 1);
    if (this.#chance(this.#risk))
      length = this.#pick([least - 1, least, Math.min(most, 50), Math.min(most, 50) + 1]);
    const value = [];
    for (let index = 0; index < Math.min(length, 60); index += 1)
      value.push(depth > 12 ? null : this.#value(first[index] ?? said.items ?? {}, depth + 1));
    return value;
  }

  #string(said) {
    if (this.#chance(this.#risk)) return this.#pick(ODD);
    if (this.#isCanonical && said.format === 'date-time') return '2024-02-29T23:59:59.000Z';
    if (said.pattern !== undefined) return this.#matching(said.pattern);
    if (Object.hasOwn(FORMATS, said.format ?? '')) return this.#pick(FORMATS[said.format]);
    const least = said.minLength ?? 0;
    const most = said.maxLength ?? least + 8;
    let length = least + this.#whole(Math.min(most - least, 12) + 1);
    if (this.#chance(this.#risk * 3)) length = this.#pick([least - 1, least, most, most + 1]);
    const letter = this.#chance(0.1) ? '😀' : 'a';
    return letter.repeat(Math.max(0, Math.min(length, 70_000)));
  }

  #matching(pattern) {
    try {
      const [text] = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), {
        seed: this.#whole(1e9),
        numRuns: 1,
      });
      return text;
    } catch {
      return 'x';
    }
  }

  #number(said, type) {
    const least = said.minimum ?? said.exclusiveMinimum;
    const most = said.maximum ?? said.exclusiveMaximum;
    if (this.#chance(this.#risk * 3))
      return this.#pick(
        [least, least - 1, most, most + 1, 0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21].filter(
          Number.isFinite,
        ),
      );
    const from = least ?? Math.min(0, most ?? 0);
    const unit = said.multipleOf ?? 1;
    const start = Math.ceil(from / unit) * unit + (from === said.exclusiveMinimum ? unit : 0);
    const steps = Math.min(1000, ((most ?? start + 100 * unit) - start) / unit);
    const value = start + this.#whole(steps + 1) * unit;
    return type === 'number' &&
      said.multipleOf === undefined &&
      this.#chance(0.3) &&
      (most ?? Infinity) > value + 1
      ? value + 0.25
      : value;
  }
}

const define = (object, key, value) =>
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });

const merged = (left, right) => {
  const both = { ...left, ...right };
  if (left.required || right.required) both.required = [...(left.required ?? []), ...(right.required ?? [])];
  if (left.properties && right.properties) {
    both.properties = { ...left.properties };
    for (const [name, schema] of Object.entries(right.properties))
      both.properties[name] = Object.hasOwn(left.properties, name)
        ? { allOf: [left.properties[name], schema] }
        : schema;
  }
  if (left.enum && right.enum) both.enum = left.enum.filter((each) => right.enum.includes(each));
  if (both.enum?.length === 0) both.enum = left.enum;
  return both;
};
