import type { SdkErrorClasses } from '../../../features/sdk/error-factory.js';

/** The file of the endpoints, as the others import it. */
export const REQUESTS_MODULE = './requests.js';

/** The classes of a call's errors. The compiler requires all of them. */
const CALL_ERRORS: Readonly<Record<keyof SdkErrorClasses, true>> = {
  APIConnectionError: true,
  APIError: true,
  APITimeoutError: true,
  APIUserAbortError: true,
  AuthenticationError: true,
  BadRequestError: true,
  ConflictError: true,
  InternalServerError: true,
  NotFoundError: true,
  PermissionDeniedError: true,
  RateLimitError: true,
  UnprocessableEntityError: true,
};

/** The error classes of `homing/sdk` that an SDK exports under their own names. */
export const ERROR_CLASSES: readonly string[] = [...Object.keys(CALL_ERRORS), 'WebhookVerificationError'];

/** Names in the printed methods. An argument with one of them gets another name. */
export const LOCALS = {
  api: 'api',
  body: 'body',
  options: 'options',
  pages: 'pages',
  params: 'params',
} as const;

export const LOCAL_NAMES: ReadonlySet<string> = new Set(Object.values(LOCALS));

/** Types of homing that the file of the resources imports. */
const IMPORTED = ['ApiClient', 'ItemAt', 'SdkApi', 'SdkPages', 'SdkPromise', 'SdkRequestOptions'];

/** Names of the files of an SDK. Names that types of the document have already are changed. */
export class SdkNames {
  readonly className: string;
  /** Whether the files have comments. */
  readonly docs: boolean;
  readonly #taken: ReadonlySet<string>;

  /** @param taken Names of the document's types. */
  constructor(className: string, docs: boolean, taken: ReadonlySet<string>) {
    this.className = className;
    this.docs = docs;
    this.#taken = new Set([...taken, className]);
  }

  /** The type of a call. */
  get promise(): string {
    return this.#own(`${this.className}Promise`);
  }

  /** The type of a list. */
  get pages(): string {
    return this.#own(`${this.className}Pages`);
  }

  /** The type of a call's options. */
  get options(): string {
    return this.#taken.has('RequestOptions')
      ? this.#own(`${this.className}RequestOptions`)
      : 'RequestOptions';
  }

  /** The type of the error bodies. */
  get errors(): string {
    return this.#own('ResourceErrors');
  }

  /** The type of a webhook's event. */
  get event(): string {
    return this.#own('WebhookEvent');
  }

  /** The base class of all errors. */
  get error(): string {
    const name = `${this.className}Error`;
    return this.#own(ERROR_CLASSES.includes(name) ? `${this.className}SdkError` : name);
  }

  /** The names of the package's files. The document's own names aren't included. */
  get all(): readonly string[] {
    const { className, promise, pages, options, errors, event, error } = this;
    return [className, promise, pages, options, errors, event, error, ...ERROR_CLASSES, ...IMPORTED];
  }

  /** Returns the local name of a type of homing. */
  local(name: string): string {
    return this.#taken.has(name) ? `$${name}` : name;
  }

  /** Returns a type of homing for a list of imports. */
  imported(name: string): string {
    return this.#taken.has(name) ? `type ${name} as $${name}` : `type ${name}`;
  }

  #own(name: string): string {
    return this.#taken.has(name) ? `${name}_` : name;
  }
}
