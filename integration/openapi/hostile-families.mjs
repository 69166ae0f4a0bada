// Families of documents that grow. Each creates a document of a given size with a structure that can take too much
// time.
const to = (name) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const nothing = { description: 'nothing' };
const object = (properties, rest = {}) => ({ type: 'object', properties, ...rest });
const json = (schema) => ({ 'application/json': { schema } });
const answers = (schema) => ({ 200: { description: 'fine', content: json(schema) } });

/** An object with one entry per number. */
const each = (count, entryOf) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => entryOf(index)));
const listOf = (count, itemOf) => Array.from({ length: count }, (_, index) => itemOf(index));

const document = (paths, schemas = {}, components = {}, rest = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Hostile', version: '1' },
  paths,
  components: { schemas, ...components },
  ...rest,
});
/** One endpoint whose response has this schema. */
const answering = (schema, schemas, rest) =>
  document({ '/things': { get: { operationId: 'get', responses: answers(schema) } } }, schemas, {}, rest);
/** A chain of schemas that each refer to the next by name. */
const chain = (count, schemaOf, last = text) =>
  each(count, (index) => [`S${index}`, index === count - 1 ? last : schemaOf(`S${index + 1}`, index)]);
/** Names of equal length that become the same name without their special characters. */
const sign = (index) => `x${Array.from(index.toString(2).padStart(20, '0'), (bit) => '-_'[bit]).join('')}`;

export const FAMILIES = {
  'a ladder of allOf, two ways down at each step': (n) =>
    answering(
      to('S0'),
      chain(n, (next) => ({ allOf: [to(next), to(next)], properties: { a: text } }), object({ b: text })),
    ),
  'a ladder of anyOf, as a param': (n) =>
    document(
      {
        '/things': {
          get: { parameters: [{ name: 'a', in: 'query', schema: to('S0') }], responses: { 204: nothing } },
        },
      },
      chain(n, (next) => ({ anyOf: [to(next), to(next)] })),
    ),
  'a param of each step of a chain': (n) =>
    document(
      {
        '/things': {
          get: {
            parameters: listOf(n, (index) => ({ name: `p${index}`, in: 'query', schema: to(`S${index}`) })),
            responses: { 204: nothing },
          },
        },
      },
      chain(n, (next) => ({ anyOf: [to(next), { type: 'null' }] })),
    ),
  'a chain that ends in a field of one side': (n) =>
    answering(
      to('S0'),
      chain(n, (next) => object({ next: to(next) }), object({ id: { ...text, readOnly: true } })),
    ),
  'a long chain of unions': (n) =>
    answering(
      to('S0'),
      chain(n, (next) => ({ oneOf: [to(next), text] })),
    ),
  'a ring of allOf, around a large schema': (n) =>
    answering(to('S0'), {
      ...chain(n, (next) => ({ allOf: [to(next), to('Large')] }), { allOf: [to('S0'), to('Large')] }),
      Large: { allOf: [to('S0')], ...object(each(n, (index) => [`field ${index}`, text])) },
    }),
  'a base that lists its heirs, and has as many fields': (n) =>
    answering(to('Base'), {
      Base: {
        ...object(each(n, (index) => [`field ${index}`, text])),
        oneOf: listOf(n, (index) => to(`Heir${index}`)),
        discriminator: { propertyName: 'field 0' },
      },
      ...each(n, (index) => [`Heir${index}`, { allOf: [to('Base'), object({ own: text })] }]),
    }),
  'a parent with a discriminator, and its children': (n) =>
    answering(to('Parent'), {
      Parent: object({ kind: text }, { discriminator: { propertyName: 'kind' } }),
      ...each(n, (index) => [`Child${index}`, { allOf: [to('Parent'), object({ own: text })] }]),
    }),
  'generations of parents with discriminators': (n) =>
    answering(to('S0'), {
      ...each(n, (index) => [
        `S${index}`,
        {
          allOf: index > 0 ? [to(`S${index - 1}`)] : [],
          ...object({ [`kind${index}`]: text }, { discriminator: { propertyName: `kind${index}` } }),
        },
      ]),
    }),
  'generations, each of which requires a field of the first': (n) =>
    answering(to(`S${n - 1}`), {
      S0: object(each(n, (index) => [`field${index}`, text])),
      ...each(n - 1, (index) => [`S${index + 1}`, { allOf: [to(`S${index}`)], required: [`field${index}`] }]),
    }),
  'names that come to one, of schemas': (n) =>
    answering(
      { anyOf: listOf(n, (index) => to(sign(index))) },
      each(n, (index) => [sign(index), object({ a: text })]),
    ),
  'names that come to one, of operations': (n) =>
    document(each(n, (index) => [`/${sign(index)}`, { get: { responses: { 204: nothing } } }])),
  'ids that take each other for their paths': (n) =>
    document(
      each(n, (index) => [
        `/p${index}`,
        { get: { operationId: `getP${Math.max(0, index - 1)}`, responses: { 204: nothing } } },
      ]),
    ),
  'params without a declaration': (n) =>
    document({
      [`/${listOf(n, (index) => `{p${index}}`).join('/')}`]: {
        get: { operationId: 'get', responses: { 204: nothing } },
      },
    }),
  'values of a mapping that name one schema': (n) =>
    answering(
      {
        oneOf: [to('A'), to('B')],
        discriminator: { propertyName: 'kind', mapping: each(n, (index) => [`v${index}`, 'A']) },
      },
      {
        A: object({ kind: { type: 'string', enum: listOf(n + 1, (index) => `v${index}`) } }),
        B: object({ kind: text }),
      },
    ),
  'members of a union that share a list of values': (n) =>
    answering(
      { oneOf: listOf(n, (index) => to(`M${index}`)), discriminator: { propertyName: 'kind' } },
      {
        Base: object({ kind: { type: 'string', enum: listOf(n, (index) => `M${index}`) } }),
        ...each(n, (index) => [`M${index}`, { allOf: [to('Base'), object({ own: text })] }]),
      },
    ),
  'unions in unions': (n) => {
    let schema = text;
    for (let level = 0; level < n; level += 1)
      schema = {
        oneOf: [...listOf(20, (index) => object({ [`a field of level ${level}, ${index}`]: text })), schema],
      };
    return answering(schema, {});
  },
  'objects in lists of objects': (n) => {
    let schema = text;
    for (let level = 0; level < n; level += 1)
      schema = object({
        ...each(20, (index) => [`a field of level ${level}, ${index}`, text]),
        list: { type: 'array', items: schema },
      });
    return answering(schema, {});
  },
  'operations that share a large answer': (n) =>
    document(
      each(n, (index) => [
        `/p${index}`,
        { get: { responses: { 200: { $ref: '#/components/responses/Large' } } } },
      ]),
      {},
      {
        responses: {
          Large: {
            description: 'large',
            content: json(object(each(n, (index) => [`field ${index}`, text]))),
          },
        },
      },
    ),
  'webhooks that share a large body': (n) =>
    document(
      {},
      {},
      {
        requestBodies: {
          Large: { content: json(object(each(n, (index) => [`field ${index}`, text]))) },
        },
      },
      {
        webhooks: each(n, (index) => [
          `hook${index}`,
          {
            post: { requestBody: { $ref: '#/components/requestBodies/Large' }, responses: { 200: nothing } },
          },
        ]),
      },
    ),
  'a chain of $refs alone': (n) => answering(to('S0'), chain(n, to)),
  'a ring of $refs alone': (n) =>
    answering(
      text,
      each(n, (index) => [`S${index}`, to(`S${(index + 1) % n}`)]),
    ),
};
