// Reasons about the interpretation of schemas. Each changes the schemas so that openapi-typescript generates what
// homing generates from the original.
import { resolved } from './part-of-document.mjs';
import { as, FAULT, HOMING, mediaOf, OPENAPI_TYPESCRIPT, operationIn, UNKNOWN } from './reason.mjs';

const MEMBERS = ['properties', 'patternProperties', '$defs'];
const LISTS = ['allOf', 'oneOf', 'anyOf', 'prefixItems'];
const ONE = ['items', 'additionalProperties', 'unevaluatedProperties', 'not'];

const visitIn = (schema, visit) => {
  if (typeof schema !== 'object' || schema === null) return;
  const within = [
    ...MEMBERS.flatMap((word) => Object.values(schema[word] ?? {})),
    ...LISTS.flatMap((word) => schema[word] ?? []),
    ...ONE.map((word) => schema[word]),
  ];
  for (const each of within) visitIn(each, visit);
  visit(schema);
};

/** Changes every schema, inner schemas first. */
const eachSchema = (change) => (part, context) => {
  const places = [...operationIn(part).parameters, ...mediaOf(part)];
  const all = [...places.map(({ schema }) => schema), ...Object.values(part.components?.schemas ?? {})];
  for (const schema of all) visitIn(schema, (each) => change(each, part, context));
};

/** An object schema with no keywords except `properties` and `additionalProperties`. */
const isPlain = (schema) =>
  schema.type === 'object' &&
  !['allOf', 'oneOf', 'anyOf', 'enum', 'patternProperties'].some((word) => schema[word]);

const hasFields = ({ properties = {} }) => Object.keys(properties).length > 0;

/** See `reasons`. */
export const reasonsOfSchemas = {
  file: {
    by: HOMING,
    why: 'a file is a `Blob`',
    adjust: eachSchema((schema) => {
      if (schema.format === 'binary') Object.assign(schema, as('globalThis.Blob'));
    }),
  },
  sides: {
    by: HOMING,
    why: 'what is `readOnly` is not sent, what is `writeOnly` not received',
    adjust: eachSchema((schema, part, { side }) => {
      const word = side === 'sent' ? 'readOnly' : 'writeOnly';
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        if (!field[word] && !resolved(part, field)[word]) continue;
        delete schema.properties[name];
        if (schema.required) schema.required = schema.required.filter((each) => each !== name);
      }
    }),
  },
  default: {
    by: OPENAPI_TYPESCRIPT,
    why: 'a field with a `default` is required',
    adjust: eachSchema((schema) => delete schema.default),
  },
  others: {
    by: HOMING,
    why: 'next to named fields, `additionalProperties` are `unknown`',
    adjust: eachSchema((schema) => {
      if (hasFields(schema) && schema.additionalProperties) schema.additionalProperties = true;
    }),
  },
  anything: {
    by: OPENAPI_TYPESCRIPT,
    why: 'an object of which nothing is said has no fields',
    adjust: eachSchema((schema) => {
      if (isPlain(schema) && !schema.properties) schema.additionalProperties ??= true;
    }),
  },
  empty: {
    by: OPENAPI_TYPESCRIPT,
    why: 'an object with empty `properties` has no fields: `Record<string, never>`, not `{}`',
    adjust: eachSchema((schema) => {
      const isEmpty = schema.properties || schema.additionalProperties === false;
      if (isPlain(schema) && isEmpty && !hasFields(schema)) Object.assign(schema, as('{}'));
    }),
  },
  required: {
    by: OPENAPI_TYPESCRIPT,
    why: 'a required field that is declared nowhere is left out',
    adjust: eachSchema((schema) => {
      for (const name of (schema.properties && schema.required) ?? []) schema.properties[name] ??= UNKNOWN;
    }),
  },
  defs: {
    by: OPENAPI_TYPESCRIPT,
    why: '`$defs` is a field',
    adjust: eachSchema((schema) => delete schema.$defs),
  },
  branches: {
    by: OPENAPI_TYPESCRIPT,
    why: '`required` in members of `anyOf` and `oneOf` is ignored for sibling fields',
    adjust: eachSchema((schema) => {
      const { properties, oneOf, anyOf = oneOf } = schema;
      if (!properties || !anyOf?.every((each) => each.required && !each.properties)) return;
      delete schema.anyOf;
      schema.oneOf = anyOf.map(({ required }) => ({
        type: 'object',
        properties: Object.fromEntries(required.map((name) => [name, properties[name] ?? UNKNOWN])),
        required,
      }));
    }),
  },
  unions: {
    by: OPENAPI_TYPESCRIPT,
    why: '`anyOf` is a union with its sibling keywords',
    adjust: eachSchema((schema) => {
      if (!schema.anyOf || !(schema.properties || schema.additionalProperties)) return;
      schema.oneOf = schema.anyOf;
      delete schema.anyOf;
    }),
  },
  enums: {
    by: OPENAPI_TYPESCRIPT,
    why: 'the values of an `enum` of objects are read as schemas',
    adjust: eachSchema((schema) => {
      if (schema.type !== 'object' || !schema.enum) return;
      Object.assign(schema, as(schema.enum.map((value) => JSON.stringify(value)).join(' | ')));
      delete schema.enum;
    }),
  },
  below: {
    by: OPENAPI_TYPESCRIPT,
    why: 'where a `$ref` leads to an optional field, its type has `undefined` too',
    adjust: (part) => {
      const isBelow = ({ $ref = '' }) => $ref.split('/').length > 4;
      let left;
      const replace = eachSchema((schema) => {
        if (!isBelow(schema)) return;
        left += 1;
        const { $ref } = schema;
        delete schema.$ref;
        Object.assign(schema, structuredClone(resolved(part, { $ref })));
      });
      do {
        left = 0;
        replace(part);
      } while (left > 0);
    },
  },
  tags: {
    by: OPENAPI_TYPESCRIPT,
    why: 'the members of a union require the field of its discriminator',
    adjust: eachSchema((schema) => {
      if (schema.oneOf) delete schema.discriminator;
    }),
  },
  children: {
    by: HOMING,
    why: 'a parent with a discriminator is the union of its children and itself, each with a literal in the field',
    adjust: (part) => {
      const schemas = part.components?.schemas ?? {};
      const refOf = (name) => `#/components/schemas/${name}`;
      const heirsOf = (name) =>
        Object.keys(schemas).filter((each) => schemas[each].allOf?.some(({ $ref }) => $ref === refOf(name)));
      const tagged = (name, of) => {
        const { propertyName, mapping = {} } = of.discriminator;
        const said = Object.keys(mapping).filter((value) => mapping[value] === refOf(name));
        const value = schemas[name]['x-ms-discriminator-value'] ?? said[0] ?? name;
        return {
          type: 'object',
          required: [propertyName],
          properties: { [propertyName]: { enum: [value] } },
        };
      };
      const parents = Object.keys(schemas).filter(
        (name) => schemas[name].discriminator && !schemas[name].oneOf && heirsOf(name).length > 0,
      );
      const whole = new Map(parents.map((name) => [refOf(name), refOf(`${name}Whole`)]));
      const point = (value, isBase) => {
        if (typeof value !== 'object' || value === null) return;
        if (!isBase && whole.has(value.$ref)) value.$ref = whole.get(value.$ref);
        for (const [word, each] of Object.entries(value))
          for (const one of Array.isArray(each) ? each : [each]) point(one, word === 'allOf');
      };
      point(part, false);
      for (const name of parents) {
        const parent = schemas[name];
        const heirs = heirsOf(name);
        for (const heir of heirs) schemas[heir].allOf.push(tagged(heir, parent));
        const itself = { allOf: [{ $ref: refOf(name) }, tagged(name, parent)] };
        schemas[`${name}Whole`] = { oneOf: [...heirs.map((heir) => ({ $ref: refOf(heir) })), itself] };
      }
      for (const name of parents) delete schemas[name].discriminator;
    },
  },
  items: {
    by: OPENAPI_TYPESCRIPT,
    why: '`items` next to `oneOf` is ignored',
    adjust: eachSchema((schema) => {
      const lists = (schema.items && schema.oneOf?.filter(({ type }) => type === 'array')) || [];
      for (const list of lists) list.items = schema.items;
    }),
  },
  nulls: {
    by: FAULT,
    why: '`oneOf` next to `type: null` is ignored',
    adjust: eachSchema((schema) => {
      if (schema.type === 'null') delete schema.oneOf;
    }),
  },
};
