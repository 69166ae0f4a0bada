import { ignoringErrors } from '../platform/user-callbacks.js';
import { bodyError, InvalidInputError, isBodyError } from '../platform/errors.js';
import { nullProto, isObject, ownValue } from '../platform/values.js';
import { because, type Facts, issuePaths, type StandardIssue } from '../result/api-error.js';
import {
  calledOption,
  codedIn,
  describeParseError,
  describeFetchError,
  oneLine,
  thrownChain,
} from '../result/error-text.js';
import type { JsonFormat } from './json.js';
import type { BodyMethod, BodySource, OpenBody, ResponseReader } from './response-reader.js';

/**
 * The interface of a response schema: version 1 of Standard Schema, which zod, valibot, arktype and others implement
 * (https://standardschema.dev). Declared here so that no package has to be installed for it.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  /** The properties that the standard requires of a schema. homing calls `validate`. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** Checks a value. Can be async. */
    readonly validate: (value: unknown) => StandardOutcome<Output> | Promise<StandardOutcome<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The result of a schema's `validate`: the output, or the issues. */
export type StandardOutcome<Output> =
  | {
      readonly value: Output;
      readonly issues?: undefined;
      /**
       * Problems that don't make the value invalid, for `onInvalidData`. Not part of the standard. Only an own property
       * counts. Default: none.
       */
      readonly reported?: readonly StandardIssue[] | undefined;
    }
  | { readonly issues: readonly StandardIssue[] };

/** The output type of a schema. */
export type InferOutput<TSchema extends StandardSchemaV1> = NonNullable<
  TSchema['~standard']['types']
>['output'];

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** The input type of a schema. */
export type InferInput<TSchema extends StandardSchemaV1> = NonNullable<
  TSchema['~standard']['types']
>['input'];

/** The statuses that an endpoint can declare data for: a 2xx status, or all of them. */
export type SuccessKey = `2${Digit}${Digit}` | '2XX';

/** Schemas of success bodies: by status, else `'2XX'`. */
export type SuccessSchemas = { readonly [K in SuccessKey]?: StandardSchemaV1 };

/** The statuses and ranges that an endpoint can declare errors for. */
export type ErrorKey = `${3 | 4 | 5}${Digit}${Digit}` | '3XX' | '4XX' | '5XX' | 'default';

/** Schemas of error bodies: by status, else by range (`'3XX'` to `'5XX'`), else `default`. */
export type ErrorSchemas = { readonly [K in ErrorKey]?: StandardSchemaV1 };

type Schemas = Readonly<Record<string, StandardSchemaV1>>;

const KEYS = {
  errors: [/^([3-5](\d\d|XX)|default)$/, "300 to 599, '3XX', '4XX', '5XX' or default"],
  responses: [/^2(\d\d|XX)$/, "200 to 299 or '2XX'"],
} as const;

/**
 * Copies the schemas of an option when the client is created. Throws a TypeError for a value that isn't a schema, and
 * for an unknown key.
 */
export function readSchemas<T extends ErrorSchemas | SuccessSchemas>(
  owner: string,
  option: keyof typeof KEYS,
  given: T,
): T {
  const [known, wanted] = KEYS[option];
  for (const [key, schema] of Object.entries(given as Partial<Schemas>))
    if (!known.test(key) || !schema?.['~standard'])
      throw new TypeError(`${owner} has ${option} for "${key}": pass a Standard Schema for ${wanted}.`);
  return nullProto<T>(given);
}

/** Returns the schema for a body with this status, if there is one. */
export function schemaFor(
  given: ErrorSchemas | SuccessSchemas | undefined,
  status: number,
): StandardSchemaV1 | undefined {
  const schemas = given as Schemas | undefined;
  return schemas && (schemas[status] ?? schemas[`${String(status).charAt(0)}XX`] ?? schemas['default']);
}

/** How a response body is read. */
export type ResponseType = 'json' | 'optionalJson' | 'text' | 'blob' | 'arrayBuffer' | 'formData' | 'none';

/** Data that a schema rejected, or that contains values that a codec couldn't convert. */
export interface RejectedData {
  /** The response's status. */
  readonly status: number;
  /** The problems that the schema found. If the schema threw, one issue that says so. */
  readonly issues: readonly StandardIssue[];
  /** The data as it came. */
  readonly data: unknown;
}

/** A response, and how its body is read. */
export interface UnreadBody extends Pick<OpenBody, 'response' | 'read'> {
  readonly call?: {
    /**
     * Reports data that a schema rejected, and returns true if the call then succeeds with the data.
     *
     * @param isAccepted Whether the call succeeds anyway. Default: as the option `onInvalid` says.
     */
    onInvalid(found: RejectedData, isAccepted?: boolean): boolean;
  };
}

/** A decoded response: data, or the facts of an error. */
export type Decoded =
  | { readonly data: unknown; readonly kind: undefined }
  | (Readonly<Omit<Facts, 'kind'>> & {
      /** `'network'`: the body broke off. */
      readonly kind: 'http' | 'parse' | 'network';
      /** Whether a schema rejected the data. The schema of another caller might accept it. */
      readonly bySchema?: boolean;
    });

/** The names of the response types. */
export const RESPONSE_TYPES: readonly string[] = [
  'json',
  'optionalJson',
  'text',
  'blob',
  'arrayBuffer',
  'formData',
  'none',
] satisfies ResponseType[];

const parseForm = (bytes: Blob, { headers }: Response): Promise<FormData> =>
  new Response(bytes, nullProto<ResponseInit>({ headers })).formData();

/** Reads the bytes first: otherwise a failed connection and an invalid form throw the same error. */
const formOf = async (response: Response): Promise<FormData> => {
  const bytes = await response.blob();
  try {
    return await parseForm(bytes, response);
  } catch (cause) {
    throw bodyError("it isn't form data", cause);
  }
};

/** Returns a function that reads the body of a response. */
export const sourceOf =
  (response: Response): BodySource =>
  (method) => {
    if (method === 'cancel') return ignoringErrors(() => response.body?.cancel());
    if (response.bodyUsed)
      return Promise.reject(bodyError('a middleware, plugin or fetch has read it: read a clone() instead'));
    return method === 'formData' ? formOf(response) : response[method]();
  };

type Failure = Extract<Decoded, { kind: string }>;

/** Returns the facts of an error for a 2xx whose body can't be used. */
export const unusable = (
  { status }: Response,
  body: unknown,
  sentence: string,
  more?: Partial<Failure>,
): Failure => ({
  kind: 'parse',
  body,
  reason: `returned ${status}${sentence}`,
  ...more,
});

/** Returns the type in Content-Type, without its parameters. */
const mediaType = ({ headers }: Response): string => oneLine(headers.get('content-type')?.split(';')[0]);

const JSON_TYPE = /[/+]json$/i;

/**
 * Returns the error for a body of another format than `wanted`, for example "JSON".
 *
 * @param body The `error.body`.
 * @param cause The error of the parser, if it ran.
 */
export function noneOf(wanted: string, response: Response, body: unknown, cause?: unknown): Decoded {
  const type = mediaType(response);
  // A content type such as HTML is reason enough; the parser's error would add nothing.
  const why = cause !== undefined && (!type || JSON_TYPE.test(type)) ? describeParseError(cause) : '';
  return unusable(response, body, because(` with ${type || 'a body'}, which isn't ${wanted}`, why), {
    cause,
  });
}

/**
 * Returns the error for a body that the platform could not read to its end: the connection failed, or an intermediary
 * damaged the body.
 */
export function unreadBody(response: Response, cause: unknown): Decoded {
  const chain = thrownChain(cause);
  const code = codedIn(chain)?.code;
  // This side stopped reading, for example because the body is too large. A retry would get the same.
  const isLeft = code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || chain.some(({ value }) => isBodyError(value));
  // zlib's codes start with `Z_`: the whole body arrived, but its content coding is invalid.
  const isCut = code !== undefined && !code.startsWith('Z_') && !isLeft;
  const what = `, but ${isCut ? 'the body broke off' : 'its body could not be read'}`;
  const kind = isLeft ? 'parse' : 'network';
  return unusable(response, cause, because(what, describeFetchError(cause)), { cause, kind });
}

/** Returns the number of issues, and the path of the first: never a value. */
const describeIssues = (issues: readonly StandardIssue[]): string => {
  const { length } = issues;
  return `${length === 1 ? '1 problem,' : `${length} problems, the first`} at ${issuePaths(issues)[0] || 'the root'}`;
};

/**
 * Converts the params of a call with a schema. Throws an InvalidInputError, with the issues, for params that the schema
 * rejects, and for a schema that returns a promise. Throws what the schema throws.
 */
export function convertParams(schema: StandardSchemaV1, params: unknown): unknown {
  const outcome = Object(calledOption('The params schema', () => schema['~standard'].validate(params))) as
    StandardOutcome<unknown> | Promise<unknown>;
  const { issues } = outcome as Partial<Extract<typeof outcome, { issues: object }>>;
  if (!issues && 'value' in outcome) return outcome.value;
  // For example a promise.
  if (!issues) throw InvalidInputError.of('The result of the params schema', outcome, 'a synchronous schema');
  const found = issues.length ? describeIssues(issues) : 'a problem';
  const sentence = `The params object has ${found}: pass what the params schema accepts.`;
  throw Object.assign(new InvalidInputError(sentence), { issues });
}

/**
 * Validates data: returns the schema's output, or the facts of an error. Never rejects.
 *
 * @param what Names the data in the message.
 */
export async function validate(
  schema: StandardSchemaV1,
  data: unknown,
  { response, call }: Pick<UnreadBody, 'response' | 'call'>,
  what = 'data',
): Promise<Decoded> {
  const bySchema = true;
  try {
    const outcome = await schema['~standard'].validate(data);
    const { issues } = outcome;
    if (!issues) {
      const reported = ownValue(outcome, 'reported');
      if (reported) call?.onInvalid({ status: response.status, issues: reported, data }, true);
      return { data: outcome.value, kind: undefined };
    }
    const found = issues.length ? `the ${what} has ${describeIssues(issues)}` : 'its schema rejected it';
    return unusable(response, issues, `, but ${found}`, { issues, bySchema, rawBody: data });
  } catch (cause) {
    return unusable(response, cause, `, but its schema failed: ${describeParseError(cause)}`, {
      cause,
      bySchema,
      rawBody: data,
    });
  }
}

/** Validates the data of a success, as `onInvalid` says. Never rejects. */
export async function validateData(
  schema: StandardSchemaV1,
  data: unknown,
  body: UnreadBody,
): Promise<Decoded> {
  return reported(await validate(schema, data, body), data, body);
}

/** Reports an error of a schema, if `onInvalid` is set: the call then succeeds with the data as it came. */
function reported(found: Decoded, data: unknown, { response, call }: UnreadBody): Decoded {
  if (!found.kind) return found;
  const { issues = [{ message: String(found.reason) }] } = found;
  return call?.onInvalid({ status: response.status, issues, data }) ? { data, kind: undefined } : found;
}

/** Returns whether a `responseType` is a reader, not a name. */
export const isReader = (type: unknown): type is ResponseReader<unknown> => isObject(type);

/** Returns whether a body that was read (a string, a Blob or bytes) is empty. */
const isEmpty = (body: unknown): boolean => {
  const { size, byteLength } = Object(body) as { size?: number; byteLength?: number };
  return !body || (size ?? byteLength) === 0;
};

/** Returns whether a `responseType` is JSON. */
export const isJson = (type: unknown): boolean => type === 'json' || type === 'optionalJson';

/** Reads a body, or cancels it for `'none'`, which frees the connection. */
const readAs = (type: ResponseType, body: UnreadBody): Promise<unknown> | undefined => {
  if (type !== 'none') return body.read(isJson(type) ? 'text' : (type as BodyMethod));
  void ignoringErrors(() => body.read('cancel'));
  return undefined;
};

/** Options for bodies by status. */
export interface StatusOptions {
  /** How error bodies are read. Default: as JSON if the data or the Content-Type is JSON, else as the data. */
  readonly errorType?: ResponseType | undefined;
  readonly errors?: ErrorSchemas | undefined;
  /** Schemas of the data, by status. */
  readonly responses?: SuccessSchemas | undefined;
}

/** Converts a response to data or to the facts of an error. docs/reference/rules.md#responses */
export class ResponseDecoder {
  readonly #type: ResponseType;
  /** How every error body is read; undefined if its Content-Type decides. */
  readonly #errorType: ResponseType | undefined;
  readonly #schema: StandardSchemaV1 | undefined;
  readonly #responses: SuccessSchemas | undefined;
  readonly #errors: ErrorSchemas | undefined;
  readonly #json: JsonFormat;

  constructor(
    type: ResponseType,
    schema: StandardSchemaV1 | undefined,
    json: JsonFormat,
    { errorType, errors, responses }: StatusOptions = {},
  ) {
    this.#type = type;
    // An endpoint without a body, or without a JSON body, can still return JSON errors.
    this.#errorType = errorType ?? (isJson(type) || type === 'none' ? 'json' : undefined);
    this.#errors = errors;
    this.#responses = responses;
    this.#schema = schema;
    this.#json = json;
  }

  /** Decodes the body of a response. Never rejects. */
  decode(body: UnreadBody): Promise<Decoded> {
    return body.response.ok ? this.#data(body) : this.#error(body);
  }

  /** Returns the data of a 2xx, or the error. */
  async #data(body: UnreadBody): Promise<Decoded> {
    const type = this.#type;
    const { response } = body;
    const responses = this.#responses;
    const schema = responses ? schemaFor(responses, response.status) : this.#schema;
    let data: unknown;
    try {
      data = await readAs(type, body);
    } catch (thrown) {
      return unreadBody(response, thrown);
    }
    if (isJson(type)) {
      if (data === '' && !responses)
        return type === 'json'
          ? unusable(response, '', " with an empty body: declare responseType 'none' or 'optionalJson'")
          : { data: undefined, kind: undefined };
      try {
        data = data === '' ? undefined : this.#json.parse(data as string, response);
        if (data instanceof Promise) data = await data;
      } catch (thrown) {
        return noneOf(this.#json.name, response, thrown, thrown);
      }
    }
    // Under `'none'` the body isn't read, so there is nothing to validate.
    if (schema) return type === 'none' ? { data, kind: undefined } : validateData(schema, data, body);
    if (!responses) return { data, kind: undefined };
    const more = { bySchema: true, rawBody: data };
    return reported(
      unusable(response, data, ', but responses has no schema for this status', more),
      data,
      body,
    );
  }

  /** Returns the error of a non-2xx response, even if its body can't be read. */
  async #error(unread: UnreadBody): Promise<Decoded> {
    const { response } = unread;
    const type = this.#errorType ?? (JSON_TYPE.test(mediaType(response)) ? 'json' : this.#type);
    const isForm = type === 'formData';
    let body: unknown = null;
    let rawBody: unknown;
    try {
      rawBody = await readAs(isForm ? 'blob' : type, unread);
      // A gateway's error page isn't JSON, but useful: keep it as `rawBody`.
      if (!isEmpty(rawBody)) {
        if (isForm) body = await parseForm(rawBody as Blob, response);
        else body = isJson(type) ? await this.#json.parse(rawBody as string, response) : rawBody;
      }
      rawBody = undefined;
    } catch {
      // `body` stays null if it can't be read, or isn't what was declared.
      if (isForm) rawBody = await ignoringErrors(() => (rawBody as Blob).text());
    }
    const schema = schemaFor(this.#errors, response.status);
    // Without a body there is nothing to validate.
    if (!schema || body == null) return { kind: 'http', body, rawBody };
    const found = await validate(schema, body, unread, 'error body');
    if (!found.kind) return { kind: 'http', body: found.data };
    // The error keeps its kind, for all callers that share the response.
    return { ...found, kind: 'http', body: null, rawBody: body, bySchema: false };
  }
}
