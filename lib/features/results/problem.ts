import { type ApiError, isObject, ownValue } from '../../core/internal.js';
import { isApiError } from './match-error.js';

/** The body of an `application/problem+json` response. RFC 9457, 3. */
export interface ProblemDetails {
  /** A URI that identifies the type of the problem. Default: `'about:blank'`, which adds nothing to the status. */
  readonly type: string;
  /** A short summary of the type of the problem. */
  readonly title?: string;
  /** The HTTP status, as the body repeats it. `error.status` is the status of the response. */
  readonly status?: number;
  /** An explanation of this occurrence of the problem. */
  readonly detail?: string;
  /** A URI that identifies this occurrence of the problem. */
  readonly instance?: string;
  /** Other members, which the type of the problem defines. Not checked. */
  readonly [member: string]: unknown;
}

const STANDARD_MEMBERS: Readonly<Record<string, string>> = {
  type: 'string',
  title: 'string',
  status: 'number',
  detail: 'string',
  instance: 'string',
};

const PROBLEM_JSON = /^application\/problem\+json\s*(;|$)/i;

const bodyOf = ({ kind, headers, body, rawBody }: ApiError): unknown =>
  // A schema of the endpoint can reject the body.
  kind === 'http' && PROBLEM_JSON.test(headers.get('content-type') ?? '') ? (body ?? rawBody) : undefined;

/**
 * Returns the parsed body of an `application/problem+json` response (RFC 9457). As the standard requires, a standard
 * member of another type is left out. Undefined if the value isn't an `'http'` ApiError, if the response has another
 * content type, and if the body isn't an object. Never throws.
 *
 * @param error The error of a Result, or any value that was thrown.
 */
export function problemOf(error: unknown): ProblemDetails | undefined {
  const body = isApiError(error) ? bodyOf(error) : undefined;
  if (!isObject(body) || Array.isArray(body)) return undefined;
  const members = Object.entries(body).filter(
    ([name, value]) => typeof value === (ownValue(STANDARD_MEMBERS, name) ?? typeof value),
  );
  return { type: 'about:blank', ...Object.fromEntries(members) };
}
