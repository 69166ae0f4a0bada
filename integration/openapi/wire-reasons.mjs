// Reasons for a difference that is not a new fault of homing. Each reason says whose it is.

/** Reasons of the parts of a rejection: all parts need one. */
const PARTS = [
  {
    why: 'document: a header that OpenAPI leaves to `security` and `content`',
    is: ({ path = '' }) => /^\/headers\/(authorization|accept|content-type)$/.test(path),
  },
  {
    why: "validator: doesn't read objects in headers, paths, delimited queries and fields of forms",
    is: ({ path = '', message }, { media }) =>
      message === 'must be object' &&
      (/^\/(headers|params|query)\//.test(path) ||
        (media?.kind === 'multipart' && path.startsWith('/body/'))),
  },
  {
    why: 'sample: a value that several members of a oneOf accept',
    is: ({ errorCode }, { verdict }) =>
      errorCode === 'oneOf.openapi.validation' &&
      verdict.errors.every((each) => each.errorCode === errorCode),
  },
  {
    why: 'document: `additionalProperties: false` in an allOf, which no value with other members fits',
    is: ({ errorCode }, { media }) =>
      errorCode === 'additionalProperties.openapi.validation' && media?.kind === 'json',
  },
  {
    why: "validator: drops the brackets of a parameter's name",
    is: ({ message = '' }, { url }) => {
      const [, name] = /^Unknown query parameter '(.*)'$/.exec(message) ?? [];
      return name !== undefined && url.includes(`${encodeURIComponent(name)}%5B`);
    },
  },
  {
    why: 'validator: requires a `readOnly` member in a union with a discriminator',
    is: ({ errorCode, path = '' }, { root }) =>
      errorCode === 'required.openapi.validation' && isReadOnly(root, path.split('/').at(-1)),
  },
  {
    why: 'validator: requires the discriminator of a union also in a member that is used alone',
    is: ({ message = '' }, { media }) =>
      media?.kind === 'json' &&
      media.schema?.$ref !== undefined &&
      /^'.*' must be equal to one of the allowed values: /.test(message),
  },
];

/** Reasons of whole differences. */
const WHOLE = [
  {
    why: 'document: the body of a GET, which fetch rejects and the generator warns of',
    is: ({ kind, method, operation }) =>
      kind === 'rejected' && ['get', 'head'].includes(method) && operation.requestBody !== undefined,
  },
  {
    why: "validator: can't compile a $ref into the definitions of another schema",
    is: ({ verdict }) => verdict?.status === 500 && /can't resolve reference #/.test(verdict.message),
  },
  {
    why: 'document: a parameter with objects in objects or arrays, for which no style is defined',
    is: ({ kind, message }) =>
      kind === 'not sent' && /is an (Array|Object): pass a string, finite/.test(message),
  },
];

const isReadOnly = (root, name) =>
  Object.values(root.components?.schemas ?? {}).some(
    (schema) => schema?.properties?.[name]?.readOnly === true,
  );

/** The reason for a problem; undefined if there is none. */
export const explain = (problem) => {
  const whole = WHOLE.find(({ is }) => is(problem));
  if (whole) return whole.why;
  const errors = problem.verdict?.errors ?? [];
  const parts = errors.map((error) => PARTS.find(({ is }) => is(error, problem)));
  return parts.every(Boolean) ? parts[0]?.why : undefined;
};
