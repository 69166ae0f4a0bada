import {
  ApiError,
  define,
  hasBrand,
  ignoringErrors,
  InvalidInputError,
  isObject,
  oneLine,
  ownDefined,
} from '../../core/internal.js';
import {
  APIConnectionError,
  APIError,
  type APIErrorOptions,
  APITimeoutError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError,
} from './sdk-errors.js';

/** A class of a call's errors. */
export type ErrorClass = new (cause: ApiError, options?: APIErrorOptions) => APIError;

/** Returns the own classes. A function, so that bundlers can remove the classes. */
export const ownClasses = () => ({
  APIError,
  BadRequestError,
  AuthenticationError,
  PermissionDeniedError,
  NotFoundError,
  ConflictError,
  UnprocessableEntityError,
  RateLimitError,
  InternalServerError,
  APIConnectionError,
  APITimeoutError,
  APIUserAbortError,
});

/** The names of the classes of a call's errors. */
export type ErrorName = keyof ReturnType<typeof ownClasses>;

/** The classes of a call's errors, by name. A package can replace each by a class that extends it. */
export type SdkErrorClasses = Readonly<Record<ErrorName, ErrorClass>>;

const BY_STATUS = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  409: 'ConflictError',
  422: 'UnprocessableEntityError',
  429: 'RateLimitError',
} as const satisfies Readonly<Record<number, ErrorName>>;

/** The names of the classes that belong to one status, by status. */
export type ErrorNamesByStatus = typeof BY_STATUS;

/** Returns the name of the class for an error. */
function classOf({ kind, status, sent, cause }: ApiError): ErrorName {
  if (kind === 'http')
    return (
      (BY_STATUS as Readonly<Record<number, ErrorName>>)[status] ??
      (status >= 500 ? 'InternalServerError' : 'APIError')
    );
  if (kind === 'timeout') return 'APITimeoutError';
  if (kind === 'abort') return 'APIUserAbortError';
  // The connection can't fail before something is sent, and a rejected input isn't its problem either.
  return kind === 'network' && sent && !InvalidInputError.is(cause) ? 'APIConnectionError' : 'APIError';
}

/** How an SDK creates its errors. */
export interface SdkErrorOptions {
  /**
   * Classes to use instead of the own ones, such as `{ NotFoundError: class extends NotFoundError<Problem> {} }`.
   * Default: the own ones.
   *
   * With your own `APIConnectionError`, also pass an `APITimeoutError` that extends it. With your own `APIError`, pass
   * `deriveErrors(APIError)`, or all other classes too. `defineSdk` throws a TypeError for a missing class, and for
   * another value than such a class.
   */
  readonly errors?: Partial<SdkErrorClasses> | undefined;
  /**
   * Returns the service's own text for the message of an error with a status, from the decoded body. Undefined, an
   * empty string and another value, such as a promise, add nothing. At most 200 characters are used. Default: none,
   * because a service's text can quote what the caller sent.
   */
  readonly errorMessage?: ((body: never, status: number) => string | undefined) | undefined;
  /**
   * The name of errors that `new` throws, as the package exports the class: `'AcmeError'`. Not checked.
   *
   * @default 'SdkError'
   */
  readonly errorName?: string | undefined;
  /**
   * Header with the id of a request. `defineSdk` throws a TypeError for an invalid name.
   *
   * @default the first of `x-request-id` and `request-id`
   */
  readonly requestIdHeader?: string | undefined;
}

/** Returns the text of the service as one line; undefined without any. */
function serviceText({ body, status }: ApiError, { errorMessage }: SdkErrorOptions): string | undefined {
  try {
    const text: unknown = isObject(body) ? errorMessage?.(body as never, status) : undefined;
    if (typeof text === 'string') return oneLine(text) || undefined;
    // An async function can return a promise that rejects.
    void ignoringErrors(() => text);
    return undefined;
  } catch {
    // Bodies come from the service and can have another form.
    return undefined;
  }
}

/** Who wrote the definition of a call: the authors of the SDK, or the customer, for a call of `request`. */
export type CallAuthor = 'sdk' | 'customer';

/**
 * Returns the reason for a failure whose own reason names what the customer can't change; undefined for any other. Only
 * the authors of the SDK can fix an empty body, an undeclared status or an unreadable page.
 */
function reasonForCustomers(error: ApiError, author: CallAuthor): string | undefined {
  const { kind, status, issues, cause } = error;
  if (author === 'customer')
    return hasBrand(cause, 'ForeignOrigin')
      ? 'was not sent. The path has another origin than baseUrl: pass a path of the same origin.'
      : undefined;
  // A body that isn't JSON has the error of the parser as its cause.
  const isUnexpected = kind === 'parse' && cause === undefined && issues === undefined;
  const problem = isUnexpected
    ? `returned ${status} without the expected data`
    : hasBrand(error, 'PageRefusal') && "returned a page that this SDK can't read";
  return problem ? `${problem}: report it to the authors of the SDK` : undefined;
}

/** Returns the message of an error; undefined for the message of its cause. */
function messageOf(cause: ApiError, options: SdkErrorOptions, author: CallAuthor): string | undefined {
  const own = reasonForCustomers(cause, author);
  const reason = ApiError.reasonOf(cause);
  if (own !== undefined && cause.message.endsWith(reason))
    return cause.message.slice(0, -reason.length) + own;
  const text = cause.kind === 'http' ? serviceText(cause, options) : undefined;
  return text === undefined ? undefined : `${cause.message}: ${text}`;
}

/** Returns the class that errors of another class must extend, so that `instanceof` accepts them. */
export const parentOf = (name: ErrorName): ErrorName =>
  name === 'APITimeoutError' ? 'APIConnectionError' : 'APIError';

/** Returns the classes of an SDK. Throws for a class that doesn't extend the parent class of the same SDK. */
function classesOf({ errors }: SdkErrorOptions): SdkErrorClasses {
  const classes: SdkErrorClasses = { ...ownClasses(), ...ownDefined(errors) };
  for (const name of Object.keys(classes) as ErrorName[]) {
    const parent = name === 'APIError' ? APIError : classes[parentOf(name)];
    const { prototype } = Object(classes[name]) as { readonly prototype?: unknown };
    if (classes[name] !== APIError && !(prototype instanceof parent))
      throw new InvalidInputError(
        `defineSdk: errors.${name} doesn't extend the SDK's ${parentOf(name)}: pass a class that does.`,
      );
  }
  return classes;
}

/** Creates the errors of an SDK. The constructor throws a TypeError for invalid classes. */
export class ErrorFactory {
  readonly #options: SdkErrorOptions;
  readonly #classes: SdkErrorClasses;

  constructor(options: SdkErrorOptions) {
    this.#options = options;
    this.#classes = classesOf(options);
  }

  /** Returns the error that the SDK throws for a failed call. */
  create(cause: ApiError, author: CallAuthor = 'sdk'): APIError {
    const { requestIdHeader } = this.#options;
    const headers = requestIdHeader === undefined ? ['x-request-id', 'request-id'] : [requestIdHeader];
    const requestId = headers.map((name) => cause.headers.get(name)).find((id) => id !== null) ?? undefined;
    const message = messageOf(cause, this.#options, author);
    const name = classOf(cause);
    const error = new this.#classes[name](cause, { message, requestId });
    // An own class that extends another own class inherits its name.
    if (error.name !== name && Object.hasOwn(this.#classes, error.name)) define(error, 'name', name);
    return error;
  }
}
