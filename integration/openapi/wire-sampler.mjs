// Makes valid values for the schemas of an OpenAPI 3 document: what a program passes, and what is then sent. Always the
// same values for the same seed.
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';

const fc = createRequire(new URL('../../package.json', import.meta.url))('fast-check');

/** Depth below which optional members are left out, and below which a value can only be a stub. */
const SHALLOW = 3;
const DEEPEST = 14;

/** Texts of formats. A date has milliseconds, as `Date` has. */
const FORMATS = {
  'date-time': ['2024-02-29T23:59:59.000Z', '2020-01-01T00:00:00.123Z'],
  date: ['2024-02-29', '1999-12-31'],
  time: ['23:59:59Z'],
  duration: ['PT5M', 'P1DT2H'],
  email: ['first.last@example.org'],
  uuid: ['123e4567-e89b-42d3-a456-426614174000'],
  uri: ['https://example.com/a'],
  url: ['https://example.com/a'],
  'uri-reference': ['/a/b'],
  hostname: ['example.com'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
  byte: ['aGVsbG8=', 'AAEC/w=='],
  'json-pointer': ['/a/b'],
};

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const numbers = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** The value at a local pointer, following the `$ref`s on the way. */
const at = (root, ref) => {
  let value = root;
  for (const segment of decodeURIComponent(ref.slice(1)).split('/').slice(1)) {
    value = resolved(root, value)?.[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
};

/** Follows a chain of `$ref`s. */
export const resolved = (root, value) => {
  let target = value;
  for (let hops = 0; typeof target?.$ref === 'string' && hops < 20; hops += 1) target = at(root, target.$ref);
  return target;
};

/** A value that is the same in the program and on the wire. */
const same = (value) => ({ program: value, wire: value });

export class Unsampled extends Error {}

const nameOf = (ref) => decodeURIComponent(ref.split('/').at(-1)).replaceAll('~1', '/');

export class Sampler {
  #random;
  #root;
  #heirs;
  /** Whether texts can contain characters that need escapes. */
  isPlain = false;

  constructor(root, seed) {
    this.#root = root;
    this.#random = numbers(seed);
    this.#heirs = new Map();
    for (const [name, schema] of Object.entries(root.components?.schemas ?? {}))
      for (const { $ref } of Array.isArray(schema?.allOf) ? schema.allOf : [])
        if ($ref) this.#heirs.set($ref, [...(this.#heirs.get($ref) ?? []), `#/components/schemas/${name}`]);
  }

  chance(probability) {
    return this.#random() < probability;
  }

  #whole(below) {
    return Math.floor(this.#random() * below);
  }

  #pick(list) {
    return list[this.#whole(list.length)];
  }

  /** A pair `{ program, wire }`. `side` is 'sent' or 'received'. */
  value(schema, side, depth = 0) {
    const said = this.#joined(schema);
    if ('const' in said) return same(said.const);
    if (said.enum?.length > 0)
      return same(
        this.#pick(said.enum.filter((each) => each !== null && each !== '') ?? said.enum) ?? said.enum[0],
      );
    const types = [
      said.type ?? (said.properties || said.additionalProperties ? 'object' : said.items ? 'array' : []),
    ].flat();
    switch (this.#pick(types.filter((type) => type !== 'null')) ?? types[0]) {
      case 'object':
        return this.#object(said, side, depth);
      case 'array':
        return this.#array(said, side, depth);
      case 'string':
        return this.#text(said);
      case 'integer':
      case 'number':
        return this.#number(said);
      case 'boolean':
        return same(this.chance(0.5));
      case 'null':
        return same(null);
      default:
        return same('anything');
    }
  }

  /** Joins a schema with its `$ref`, its `allOf` and one member of each choice. */
  #joined(schema, hops = 0, tags = new Set()) {
    if (!isObject(schema)) {
      if (schema === false) throw new Unsampled('a schema that accepts nothing');
      return {};
    }
    if (hops > 40) throw new Unsampled('a schema that contains itself');
    const { $ref, allOf, oneOf, anyOf, ...itself } = schema;
    const parts = [];
    if (typeof $ref === 'string') {
      const target = at(this.#root, $ref);
      if (target === undefined) throw new Unsampled('a $ref without a target');
      // A parent with a discriminator is one of its heirs.
      const heirs = target.discriminator && !target.oneOf && !target.anyOf && hops < 20 && !tags.has($ref);
      const heir = heirs ? this.#pick(this.#heirs.get($ref) ?? []) : undefined;
      parts.push(
        heir === undefined
          ? this.#tagged(target, $ref, hops, tags)
          : this.#joined({ $ref: heir }, hops + 1, tags),
      );
      if (this.#root.openapi?.startsWith('3.0')) return parts[0];
    }
    for (const each of list(allOf))
      parts.push(this.#joined(each, hops + 1, each.$ref ? new Set([...tags, each.$ref]) : tags));
    for (const choice of [oneOf, anyOf]) {
      const some = list(choice).filter((each) => each?.type !== 'null');
      if (list(choice).length === 0) continue;
      const member = this.#pick(some.length > 0 ? some : choice);
      const part = this.#joined(member, hops + 1, tags);
      parts.push(
        schema.discriminator && member?.$ref ? withTag(part, schema.discriminator, member.$ref) : part,
      );
    }
    return parts.reduce((left, part) => merged(left, part), itself);
  }

  /** An heir says by the discriminator which one it is. */
  #tagged(target, $ref, hops, tags) {
    let found = this.#joined(target, hops + 1, tags);
    const seen = new Set();
    const visit = (schema) => {
      for (const { $ref: parentRef } of list(schema?.allOf)) {
        if (!parentRef || seen.has(parentRef)) continue;
        seen.add(parentRef);
        const parent = at(this.#root, parentRef);
        if (parent?.discriminator && !parent.oneOf && !parent.anyOf)
          found = withTag(found, parent.discriminator, $ref);
        visit(parent);
      }
    };
    visit(target);
    if (
      target.discriminator &&
      !target.oneOf &&
      !target.anyOf &&
      !tags.has($ref) &&
      this.#heirs.has($ref) === false
    )
      found = withTag(found, target.discriminator, $ref);
    return found;
  }

  #object(said, side, depth) {
    if (depth > DEEPEST) throw new Unsampled('a value without an end');
    const program = {};
    const wire = {};
    const add = (name, schema) => {
      const pair = this.value(schema, side, depth + 1);
      define(program, name, pair.program);
      define(wire, name, pair.wire);
    };
    const required = new Set(list(said.required));
    const left = new Set();
    for (const [name, schema] of Object.entries(said.properties ?? {})) {
      const target = this.#sideOf(schema);
      if (target !== undefined && target !== side) {
        left.add(name);
        continue;
      }
      if (!required.has(name) && (depth >= SHALLOW || this.chance(0.35))) continue;
      add(name, schema);
    }
    for (const name of required)
      if (!Object.hasOwn(wire, name) && !left.has(name))
        add(name, isObject(said.additionalProperties) ? said.additionalProperties : {});
    const least = (said.minProperties ?? 0) - Object.keys(wire).length;
    const isOpen = isObject(said.additionalProperties) && depth < SHALLOW;
    for (const name of Object.keys(said.properties ?? {})) {
      if (Object.keys(wire).length >= (said.minProperties ?? 0)) break;
      if (!Object.hasOwn(wire, name) && !left.has(name)) add(name, said.properties[name]);
    }
    for (let index = 0; index < Math.max(Math.min(least, 5), isOpen ? 1 : 0); index += 1)
      if (Object.keys(wire).length < (said.maxProperties ?? Infinity) && said.additionalProperties !== false)
        add(`key${index}`, said.additionalProperties ?? {});
    return { program, wire };
  }

  #sideOf(schema) {
    const target = resolved(this.#root, schema);
    const isMarked = (word) => schema?.[word] === true || target?.[word] === true;
    if (isMarked('readOnly')) return 'received';
    return isMarked('writeOnly') ? 'sent' : undefined;
  }

  #array(said, side, depth) {
    if (depth > DEEPEST) throw new Unsampled('a value without an end');
    const first = list(said.prefixItems);
    const least = Math.max(said.minItems ?? 0, depth >= SHALLOW ? 0 : 1);
    const most = Math.min(said.maxItems ?? Infinity, least + 2);
    const length = Math.max(
      first.length,
      Math.min(least + this.#whole(Math.max(most - least, 0) + 1), said.maxItems ?? Infinity),
    );
    const pairs = [];
    for (let tries = 0; pairs.length < Math.min(length, 40) && tries < 100; tries += 1) {
      const pair = this.value(first[pairs.length] ?? said.items ?? {}, side, depth + 1);
      if (said.uniqueItems !== true || !pairs.some(({ wire }) => isDeepStrictEqual(wire, pair.wire)))
        pairs.push(pair);
    }
    return { program: pairs.map(({ program }) => program), wire: pairs.map(({ wire }) => wire) };
  }

  #text(said) {
    const { format } = said;
    // Only a part of a multipart body is a file.
    if (format === 'binary' || said.contentEncoding === 'binary')
      return { program: this.hasFiles ? new Blob(['bytes']) : 'bytes', wire: 'bytes' };
    const wire = this.#string(said);
    if (format === 'date-time' || format === 'date') return { program: new Date(wire), wire };
    if (format === 'byte') return { program: Uint8Array.from(Buffer.from(wire, 'base64')), wire };
    if (format === 'int64') return { program: 7n, wire: '7' };
    return same(wire);
  }

  #string(said) {
    const { minLength: least = 0, maxLength: most = Infinity, pattern, format } = said;
    if (Object.hasOwn(FORMATS, format ?? '')) return this.#pick(FORMATS[format]);
    if (pattern !== undefined) return this.#matching(pattern, least, most);
    const base = this.isPlain ? 'text' : this.#pick(['text', 'two words', 'a/b?c&d=e#f+g', 'ü%20€']);
    return base.padEnd(least, 'a').slice(0, Math.min(most, 5000)).trim().padEnd(least, 'a');
  }

  #matching(pattern, least, most) {
    for (const flags of ['u', ''])
      try {
        const texts = fc.sample(fc.stringMatching(new RegExp(pattern, flags)), {
          seed: this.#whole(1e9),
          numRuns: 60,
        });
        const fits = texts.filter((text) => text.length >= least && text.length <= most);
        const found =
          fits.find((text) => /^[ -~]+$/.test(text) && text.trim() === text && !/[,|/]/.test(text)) ??
          fits[0];
        if (found !== undefined) return found;
      } catch {
        // The next flags, or none.
      }
    throw new Unsampled('a pattern without a short text');
  }

  #number(said) {
    const low = typeof said.exclusiveMinimum === 'number' ? said.exclusiveMinimum : said.minimum;
    const high = typeof said.exclusiveMaximum === 'number' ? said.exclusiveMaximum : said.maximum;
    const unit = said.multipleOf ?? 1;
    let from = Math.ceil((low ?? Math.min(1, high ?? 1)) / unit) * unit;
    if (from === low && said.exclusiveMinimum !== undefined && said.exclusiveMinimum !== false) from += unit;
    const steps = Math.max(0, Math.floor(Math.min(100, ((high ?? Infinity) - from) / unit)));
    let value = from + this.#whole(steps) * unit;
    if (said.type === 'number' && high !== undefined && value > high && low !== undefined)
      value = (low + high) / 2;
    if (said.format !== 'int64') return same(value);
    // Above 2^53, where numbers of JavaScript aren't exact.
    const exact = high === undefined && unit === 1 && this.chance(0.3) ? 9007199254740993n : BigInt(value);
    return { program: exact, wire: exact };
  }
}

const list = (value) => (Array.isArray(value) ? value : []);

const define = (object, key, value) =>
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });

const withTag = (schema, discriminator, ref) => {
  const property = typeof discriminator === 'string' ? discriminator : discriminator.propertyName;
  const mapping = Object.entries(discriminator.mapping ?? {}).find(
    ([, target]) => target === ref || target === nameOf(ref),
  );
  const tag = { const: mapping?.[0] ?? nameOf(ref) };
  const required = [...list(schema.required), property];
  return { ...schema, properties: { ...schema.properties, [property]: tag }, required };
};

const KINDS = { integer: 'number' };
const kindsOf = ({ type }) => [type].flat().map((each) => KINDS[each] ?? each);

const merged = (left, right) => {
  const both = { ...left, ...right };
  if (left.type && right.type && !kindsOf(left).some((kind) => kindsOf(right).includes(kind)))
    throw new Unsampled('a schema that no value fits');
  if (left.required || right.required) both.required = [...list(left.required), ...list(right.required)];
  if (left.properties && right.properties) {
    both.properties = { ...left.properties };
    for (const [name, schema] of Object.entries(right.properties))
      both.properties[name] =
        Object.hasOwn(left.properties, name) && !isDeepStrictEqual(left.properties[name], schema)
          ? { allOf: [left.properties[name], schema] }
          : schema;
  }
  if (left.enum && right.enum) both.enum = left.enum.filter((each) => right.enum.includes(each));
  if (left.additionalProperties === false) both.additionalProperties = false;
  return both;
};
