// Reasons for a rejection that is not a fault of homing.

const saidBy = ({ verdict }) => verdict?.message ?? '';

/** Each with its test and the reason. */
const REASONS = [
  {
    why: 'document: the body of a GET, which fetch rejects and the generator warns of',
    is: ({ kind, method, operation }) => kind === 'rejected' && ['get', 'head'].includes(method) && operation.requestBody !== undefined,
  },
  {
    why: 'validator: rejects "+" for a space in a query, which is how forms write it',
    is: (problem) => problem.kind === 'rejected' && /must be url encoded/.test(saidBy(problem)) && !/[?&][^=&]*=[^&]*[:/?#[\]@!$'()*,;]/.test(problem.url),
  },
  {
    why: 'sample: a value that several members of a oneOf accept',
    is: ({ kind, verdict }) => kind === 'rejected' && verdict.errors.length > 0 && verdict.errors.every(({ errorCode }) => errorCode === 'oneOf.openapi.validation'),
  },
];

/** The reason for a problem; undefined if there is none. */
export const explain = (problem) => REASONS.find(({ is }) => is(problem))?.why;
