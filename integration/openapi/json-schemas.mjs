// Translates the schemas of an OpenAPI document to JSON Schema 2020-12, for a validator that isn't ours.

/**
 * How the generator reads what the specifications leave open, or what documents mean by it. The translation reads it
 * in the same way, so that the validator judges everything else.
 */
export const READINGS = {
  nullable: '`nullable` and `x-nullable` allow null next to any keyword, also to `$ref`, `allOf` and `enum`',
  impliedType:
    'a schema with `properties` or `items` but no `type` is an object or an array, as its author means',
  side: 'a received value has no `writeOnly` members, and a sent value has no `readOnly` members',
  file: 'files (`type: file`) are not JSON, so any value passes',
  ignored: 'not, if, contains, dependentSchemas …: the generator warns that it ignores them',
  refSiblings: 'in OpenAPI 3.0, keywords next to a `$ref` are ignored',
  unknownType: 'a `type` that JSON Schema does not know says nothing',
  enumType: 'an `enum` says everything: a `type` that contradicts its values is a mistake in the document',
  badPattern: 'a pattern that is not a regular expression of JavaScript is ignored',
  badKeyword: 'a keyword with a value of the wrong type, such as `minLength: "1"`, is ignored',
};

const LISTS = ['allOf', 'oneOf', 'anyOf', 'prefixItems'];
const ONE = ['items', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'];
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions'];
const NUMBERS = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
];
const PLAIN = ['const', 'pattern', 'format', 'uniqueItems', '$ref', '$anchor', '$dynamicAnchor'];
const IGNORED = [
  ...['not', 'if', 'then', 'else', 'contains', 'minContains', 'maxContains', 'dependentRequired'],
  ...['dependentSchemas', '$dynamicRef'],
];
const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const isRegExp = (pattern) => {
  try {
    return Boolean(new RegExp(pattern));
  } catch {
    return false;
  }
};

/** The value at a pointer such as `#/components/schemas/User`, following the `$ref`s on the way. */
export const at = (root, ref) => {
  let value = root;
  const segments = decodeURIComponent(ref.slice(1)).split('/').slice(1);
  for (const segment of segments) {
    for (let hops = 0; isObject(value) && typeof value.$ref === 'string' && hops < 20; hops += 1)
      value = at(root, value.$ref);
    value = value?.[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
};

/** Translates all schemas below `components`, for values in one direction. Counts the readings that it used. */
export class Translation {
  readings = new Map();
  #document;
  #side;
  #isOld;

  constructor(document, side) {
    this.#document = document;
    this.#side = side;
    this.#isOld = String(document.openapi).startsWith('3.0');
  }

  /** The schemas by name, in a schema that `#/components/schemas/NAME` works in. */
  schemas() {
    const schemas = {};
    for (const [name, schema] of Object.entries(this.#document.components?.schemas ?? {}))
      schemas[name] = this.schema(schema);
    return { $id: 'document', components: { schemas } };
  }

  #read(name) {
    this.readings.set(name, (this.readings.get(name) ?? 0) + 1);
  }

  schema(schema) {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) return true;
    if (this.#isOld && typeof schema.$ref === 'string') {
      if (Object.keys(schema).length > 1) this.#read('refSiblings');
      return { $ref: schema.$ref };
    }
    const { type, nullable, ...made } = this.#keywords(schema);
    if (type !== undefined) made.type = type;
    if (!nullable) return made;
    this.#read('nullable');
    return Object.keys(made).length === 0 ? true : { anyOf: [made, { type: 'null' }] };
  }

  #keywords(schema) {
    const made = {};
    for (const key of PLAIN) if (schema[key] !== undefined) made[key] = schema[key];
    for (const key of ['pattern', 'format', '$ref'])
      if (made[key] !== undefined && typeof made[key] !== 'string') delete made[key];
    if (made.pattern !== undefined && !isRegExp(made.pattern)) {
      this.#read('badPattern');
      delete made.pattern;
    }
    if (made.uniqueItems !== true) delete made.uniqueItems;
    if (schema.enum?.length > 0) made.enum = [...new Set(schema.enum)];
    for (const key of NUMBERS)
      if (Number.isFinite(schema[key])) made[key] = schema[key];
      else if (schema[key] !== undefined && typeof schema[key] !== 'boolean') this.#read('badKeyword');
    for (const [flag, limit] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ])
      if (schema[flag] === true && made[limit] !== undefined) {
        made[flag] = made[limit];
        delete made[limit];
      }
    for (const key of LISTS)
      if (schema[key]?.length > 0) made[key] = schema[key].map((each) => this.schema(each));
    for (const key of ONE)
      if (isObject(schema[key]) || typeof schema[key] === 'boolean') made[key] = this.schema(schema[key]);
    for (const key of MAPS)
      if (isObject(schema[key]))
        made[key] = Object.fromEntries(
          Object.entries(schema[key])
            .filter(([, each]) => key !== 'properties' || this.#has(each))
            .map(([name, each]) => [name, this.schema(each)]),
        );
    const required = Array.isArray(schema.required) ? schema.required : [];
    const kept = required.filter((name) => typeof name === 'string' && this.#isKept(schema, name));
    if (kept.length > 0) made.required = [...new Set(kept)];
    if (IGNORED.some((key) => schema[key] !== undefined)) this.#read('ignored');
    return this.#typed(schema, made);
  }

  #typed(schema, made) {
    const types = [schema.type].flat().filter((type) => type !== undefined);
    const nullable = schema.nullable === true || schema['x-nullable'] === true;
    if (made.enum || Object.hasOwn(made, 'const')) {
      this.#read('enumType');
      return { ...made, nullable: nullable || (types.includes('null') && !this.#isOld) };
    }
    if (types.includes('file')) {
      this.#read('file');
      return {};
    }
    const known = types.filter((type) => TYPES.includes(type));
    if (known.length < types.length) this.#read('unknownType');
    const isJson = known.length === types.length;
    if (known.length > 0 && isJson) return { ...made, type: known.length === 1 ? known[0] : known, nullable };
    const implied = impliedType(schema);
    if (!implied || types.length > 0) return { ...made, nullable };
    this.#read('impliedType');
    return { ...made, type: implied, nullable };
  }

  /** Whether a member exists in this direction. */
  #has(field) {
    let found = field;
    for (let hops = 0; hops < 20; hops += 1) {
      if (found?.writeOnly === true) return this.#said(this.#side === 'sent');
      if (found?.readOnly === true) return this.#said(this.#side === 'received');
      if (typeof found?.$ref !== 'string') return true;
      found = at(this.#document, found.$ref);
    }
    return true;
  }

  #said(isKept) {
    if (!isKept) this.#read('side');
    return isKept;
  }

  /** Whether a required member exists in this direction; its declaration can be in a parent. */
  #isKept(schema, name) {
    const found = this.#declared(schema, name, new Set());
    return found === undefined || this.#has(found);
  }

  #declared(schema, name, seen) {
    if (!isObject(schema) || seen.has(schema)) return undefined;
    seen.add(schema);
    if (typeof schema.$ref === 'string') return this.#declared(at(this.#document, schema.$ref), name, seen);
    if (isObject(schema.properties) && Object.hasOwn(schema.properties, name)) return schema.properties[name];
    for (const each of schema.allOf ?? []) {
      const found = this.#declared(each, name, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const impliedType = (schema) => {
  const has = (names) => names.some((name) => schema[name] !== undefined);
  if (has(['properties', 'patternProperties', 'additionalProperties', 'required'])) return 'object';
  return has(['items', 'prefixItems']) ? 'array' : undefined;
};
