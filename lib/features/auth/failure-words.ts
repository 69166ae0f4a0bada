import {
  ApiError,
  describeFetchError,
  oneLine,
  InvalidInputError,
  thrownChain,
} from '../../core/internal.js';

/** The only status text that homing writes itself. */
const GRAPHQL = 'GraphQL Error';

/**
 * Returns the cause, without the text of an error that the program threw, in a middleware or before anything was sent.
 */
const withoutText = ({ kind, attempts, cause }: ApiError): unknown => {
  if (kind === 'middleware') return failureWords(cause);
  const isForeign = cause != null && !InvalidInputError.is(cause);
  return kind === 'network' && attempts === 0 && isForeign ? { name: failureWords(cause) } : cause;
};

/** The error codes of a token endpoint (RFC 6749, 5.2): the only text of a response that messages include. */
const CODES: readonly unknown[] = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
];

/** Returns the error code in the body of an ApiError, in parentheses; `''` for any other body. */
const codeOf = ({ kind, body }: ApiError): string => {
  const { error } = Object(kind === 'http' ? body : undefined) as { error?: unknown };
  return CODES.includes(error) ? ` (${String(error)})` : '';
};

/** Returns the message of an ApiError, without text from the server or the program. */
const apiErrorWords = (error: ApiError): string => {
  const { kind, status, statusText, operation, attempts } = error;
  // Every message starts with the method and the path template.
  const [method = '', url = ''] = error.message.split(' ');
  const text = new ApiError({
    kind,
    status,
    statusText: statusText === GRAPHQL ? statusText : '',
    operation,
    attempts,
    cause: withoutText(error),
    request: { method, url, params: undefined },
  }).message;
  return text + codeOf(error);
};

/**
 * Describes why user code failed: by the first error in the chain that homing wrote. Other errors are reduced to a code
 * or a name, because their messages can quote a token.
 */
export function failureWords(thrown: unknown): string {
  const chain = thrownChain(thrown);
  const inner = chain.find(({ own, value }) => own ?? value instanceof ApiError);
  if (inner?.value instanceof ApiError) return apiErrorWords(inner.value);
  return (inner ?? chain.some(({ code }) => code)) ? describeFetchError(thrown) : oneLine(chain[0].name);
}
