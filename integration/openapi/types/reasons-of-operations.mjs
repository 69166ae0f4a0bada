// Reasons about the requests and responses of an operation. Each changes the operation so that openapi-typescript
// generates what homing generates from the original.
import { resolved } from './part-of-document.mjs';
import { as, HOMING, OPENAPI_TYPESCRIPT, operationIn, UNKNOWN } from './reason.mjs';

/** How a body is encoded or parsed. If there are several content types, the first in this list wins. */
const KINDS = ['json', 'multipart', 'form', 'text', 'raw'];

const kindOf = (name, schema) => {
  const essence = name.split(';')[0].trim().toLowerCase();
  if (/^(application|text)\/json$|[+]json$/.test(essence)) return 'json';
  if (/^(\*|application)\/\*$/.test(essence)) return schema?.format === 'binary' ? 'raw' : 'json';
  if (essence === 'multipart/form-data') return 'multipart';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  return /^text\/|[/+]xml$/.test(essence) ? 'text' : 'raw';
};

/** The content types of a body: `{ name, media, kind }`. */
const typesIn = (part, { content = {} } = {}) =>
  Object.entries(content).map(([name, media]) => ({
    name,
    media,
    kind: kindOf(name, resolved(part, media.schema)),
  }));

const isJson = (part, body) => typesIn(part, body).some(({ kind }) => kind === 'json');

const rankOf = ({ name, kind }) =>
  `${KINDS.indexOf(kind)}${/^(application\/json|text\/plain)/.test(name) ? 0 : 1}${name}`;

const keepFirst = (part, body) => {
  const [first] = typesIn(part, body).sort((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
  if (first) body.content = { [first.name]: first.media };
};

const answersIn = (part, statuses) =>
  Object.entries(operationIn(part).responses)
    .filter(([status]) => statuses.test(status))
    .map(([, answer]) => answer);

const successesIn = (part) => answersIn(part, /^2/);
const failuresIn = (part) => answersIn(part, /^[45]|^default$/);

const setBody = (answer, schema) => (answer.content = { any: { schema } });

/** The values that can be sent instead of the schema's type. */
const WHOLE = {
  json: [],
  multipart: ['globalThis.FormData'],
  form: ['globalThis.URLSearchParams'],
  text: ['string'],
  raw: ['Blob', 'ArrayBuffer', 'Uint8Array', 'ReadableStream'].map((name) => `globalThis.${name}`),
};

const PLACES = ['path', 'query', 'header', 'cookie'];

/** See `reasons`. */
export const reasonsOfOperations = {
  success: {
    by: HOMING,
    why: 'without a 2xx, the data is what `default` says, else a `Blob`',
    adjust: (part) => {
      const { responses } = operationIn(part);
      const blob = { description: '', content: { any: { schema: as('globalThis.Blob') } } };
      if (successesIn(part).length === 0) responses[200] = structuredClone(responses.default ?? blob);
    },
  },
  get: {
    by: HOMING,
    why: 'a GET sends no body',
    adjust: (part) => delete operationIn(part).requestBody,
  },
  redirects: {
    by: HOMING,
    why: 'a 3xx is not typed as an error: fetch follows it',
    adjust: (part) => {
      const { responses } = operationIn(part);
      for (const status of Object.keys(responses)) if (/^[13]/.test(status)) delete responses[status];
    },
  },
  headers: {
    by: HOMING,
    why: '`Accept`, `Content-Type` and `Authorization` are not params',
    adjust: (part) => {
      const isLeft = ({ in: place, name }) =>
        place === 'header' && /^(accept|content-type|authorization)$/i.test(name);
      const operation = operationIn(part);
      operation.parameters = operation.parameters.filter((each) => !isLeft(each));
    },
  },
  clash: {
    by: HOMING,
    why: 'of two params with one name, the later has its place in its name',
    adjust: (part) => {
      const { parameters, requestBody } = operationIn(part);
      const taken = new Set(requestBody ? ['body'] : []);
      for (const each of PLACES.flatMap((place) => parameters.filter((other) => other.in === place))) {
        if (taken.has(each.name)) each.name = `${each.name}_${each.in}`;
        taken.add(each.name);
      }
    },
  },
  style: {
    by: HOMING,
    why: 'what a path writes in a style of its own is a string',
    adjust: (part) => {
      for (const each of operationIn(part).parameters) {
        const isSpread = each.explode && resolved(part, each.schema)?.type === 'object';
        const isStyled = isSpread || (each.style ?? 'simple') !== 'simple';
        if (each.in === 'path' && isStyled) each.schema = as('string');
      }
    },
  },
  content: {
    by: OPENAPI_TYPESCRIPT,
    why: 'the `content` of a parameter is not read',
    adjust: (part) => {
      for (const each of operationIn(part).parameters)
        if (each.content) each.schema = Object.values(each.content)[0].schema;
    },
  },
  media: {
    by: HOMING,
    why: 'of several content types one is taken',
    adjust: (part) => {
      const { requestBody } = operationIn(part);
      if (requestBody) keepFirst(part, requestBody);
      const successes = successesIn(part);
      for (const answer of successes) keepFirst(part, answer);
      const hasJson = successes.some((answer) => isJson(part, answer));
      for (const answer of successes) if (hasJson && !isJson(part, answer)) answer.content = {};
    },
  },
  text: {
    by: HOMING,
    why: 'a body that is not JSON is a string if it is text, else a `Blob`',
    adjust: (part) => {
      for (const answer of successesIn(part))
        for (const { media, kind } of typesIn(part, answer))
          if (kind !== 'json') media.schema = as(kind === 'text' ? 'string' : 'globalThis.Blob');
    },
  },
  errors: {
    by: HOMING,
    why: 'the body of an error without JSON is `unknown`',
    adjust: (part) => {
      for (const answer of failuresIn(part)) if (!isJson(part, answer)) setBody(answer, UNKNOWN);
    },
  },
  nothing: {
    by: HOMING,
    why: 'an answer without content is `undefined`',
    adjust: (part) => {
      for (const answer of successesIn(part))
        if (typesIn(part, answer).length === 0) setBody(answer, as('undefined'));
    },
  },
  head: {
    by: HOMING,
    why: 'no answer to HEAD has a body',
    adjust: (part) => {
      for (const answer of failuresIn(part)) setBody(answer, { type: 'null' });
      for (const answer of successesIn(part)) setBody(answer, as('undefined'));
    },
  },
  whole: {
    by: HOMING,
    why: 'a form may be a `FormData` or `URLSearchParams`, and bytes what fetch takes',
    adjust: (part) => {
      for (const { media, kind } of typesIn(part, operationIn(part).requestBody)) {
        const described = kind === 'raw' ? { type: 'string' } : media.schema;
        media.schema = { oneOf: [described, ...WHOLE[kind].map(as)] };
      }
    },
  },
};
