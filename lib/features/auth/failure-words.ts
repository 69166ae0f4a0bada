import {
  ApiError,
  describeFetchError,
  oneLine,
  InvalidInputError,
  thrownChain,
} from '../../core/internal.js';

/** The only status text that homing writes itself. */
const GRAPHQL = 'GraphQL Error';

/** The cause, without the text of what the program threw: by a middleware, or before anything was sent. */
const withoutText = ({ kind, attempts, cause }: ApiError): unknown => {
  if (kind === 'middleware') return failureWords(cause);
  const isForeign = cause != null && !InvalidInputError.is(cause);
  return kind === 'network' && attempts === 0 && isForeign ? { name: failureWords(cause) } : cause;
};

/** The message of an ApiError, without what a server or the program has put into it. */
const apiErrorWords = (error: ApiError): string => {
  const { kind, status, statusText, operation, attempts } = error;
  // The path template: every message begins with the method and that.
  const [method = '', url = ''] = error.message.split(' ');
  return new ApiError({
    kind,
    status,
    statusText: statusText === GRAPHQL ? statusText : '',
    operation,
    attempts,
    cause: withoutText(error),
    request: { method, url, params: undefined },
  }).message;
};

/**
 * Why something failed that the program's own code did: the words of the first error in the chain that homing wrote. Of
 * foreign errors only a code or a name, because their texts may quote a token.
 */
export function failureWords(thrown: unknown): string {
  const chain = thrownChain(thrown);
  const inner = chain.find(({ own, value }) => own ?? value instanceof ApiError);
  if (inner?.value instanceof ApiError) return apiErrorWords(inner.value);
  return (inner ?? chain.some(({ code }) => code)) ? describeFetchError(thrown) : oneLine(chain[0].name);
}
