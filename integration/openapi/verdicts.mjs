// The differences between the verdicts of generated schemas and of ajv that are right, or accepted.

/** Whether all issues have a cause. A union has it if one of its members has only this cause. */
const areAll = (issues, isCause) =>
  issues?.every(
    (issue) => isCause(issue) || issue.errors?.some((branch) => branch.length > 0 && areAll(branch, isCause)),
  );

/** Each reason, with why it is right. */
export const REASONS = {
  discriminator: {
    why: 'a discriminator selects a subtype, and ajv ignores discriminators. Judged again without discriminators',
    test: ({ isValid, hasDiscriminators }) => isValid && hasDiscriminators,
  },
  formats: {
    why: 'a format that no library checks, such as uri-reference or url, is any string',
    test: ({ isValid, errors }) =>
      !isValid && errors?.[0]?.keyword === 'format' && !CHECKED.includes(errors[0].params.format),
  },
  dateTimes: {
    why: 'ajv accepts date-times that RFC 3339 does not, such as an offset without a colon',
    test: ({ isValid, result }) =>
      isValid && areAll(result.issues, ({ message }) => message === 'Invalid date-time'),
  },
  urls: {
    why: 'libraries parse a uri as the platform does; ajv matches an expression, which accepts `http://`',
    test: ({ isValid, result }) =>
      isValid && areAll(result.issues, ({ format, type }) => format === 'url' || type === 'url'),
  },
  unevaluated: {
    why: '`unevaluatedProperties` next to other schemas is ignored, and the generator warns',
    test: ({ isValid, errors }) => !isValid && errors?.[0]?.keyword === 'unevaluatedProperties',
  },
  parts: {
    why: 'zod reports a member of an intersection only if no part names it. Authors of `allOf` mean that',
    test: ({ isValid, errors, options }) =>
      !isValid && options.library !== 'valibot' && errors?.[0]?.keyword === 'additionalProperties',
  },
};

/** Formats that the generated schemas check. */
const CHECKED = [
  'date-time',
  'date',
  'duration',
  'email',
  'uuid',
  'uri',
  'ipv4',
  'ipv6',
  'byte',
  'int32',
  'time',
  'hostname',
];

/** The name of the reason for a difference; undefined without one. */
export const reasonOf = (difference) => Object.keys(REASONS).find((name) => REASONS[name].test(difference));
