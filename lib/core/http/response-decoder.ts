import { ignoringErrors } from '../platform/user-callbacks.js';
import { bodyError, isBodyError } from '../platform/errors.js';
import { nullProto, isObject } from '../platform/values.js';
import { because, type Facts, issuePaths, type StandardIssue } from '../result/api-error.js';
import {
  codedIn,
  describeParseError,
  describeFetchError,
  oneLine,
  thrownChain,
} from '../result/error-text.js';
import type { JsonFormat } from './json.js';
import type { BodyMethod, BodySource, OpenBody, ResponseReader } from './response-reader.js';

/**
 * What a response schema has to look like: version 1 of Standard Schema, which zod, valibot, arktype and others
 * implement (https://standardschema.dev). Declared here so that nothing has to be installed for it.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  /** Everything that the standard asks of a schema; `validate` is the part that is called. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** Checks a value; may be async. */
    readonly validate: (value: unknown) => StandardOutcome<Output> | Promise<StandardOutcome<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a schema's `validate` gives: the output, or the issues. */
export type StandardOutcome<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** The type that a schema's `validate` gives. */
export type InferOutput<TSchema extends StandardSchemaV1> = NonNullable<
  TSchema['~standard']['types']
>['output'];

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** What errors may be declared for. */
export type ErrorKey = `${3 | 4 | 5}${Digit}${Digit}` | '3XX' | '4XX' | '5XX' | 'default';

/** Schemas of error bodies: by status, else by range (`'3XX'` to `'5XX'`), else `default`. */
export type ErrorSchemas = { readonly [K in ErrorKey]?: StandardSchemaV1 };

type Schemas = Readonly<Record<string, StandardSchemaV1>>;

const KEY = /^([3-5](\d\d|XX)|default)$/;

/** The schemas as they are when the client is made. Throws a TypeError for what is none, and for an unknown key. */
export function readErrorSchemas(owner: string, given: ErrorSchemas): ErrorSchemas {
  for (const [key, schema] of Object.entries(given as Partial<Schemas>))
    if (!KEY.test(key) || !schema?.['~standard'])
      throw new TypeError(
        `${owner} has errors for "${key}": pass a Standard Schema for 300 to 599, '3XX', '4XX', '5XX' or default.`,
      );
  return nullProto<ErrorSchemas>(given);
}

/** The schema of an error's body, if there is one. */
export function errorSchema(given: ErrorSchemas | undefined, status: number): StandardSchemaV1 | undefined {
  const schemas = given as Schemas | undefined;
  return schemas && (schemas[status] ?? schemas[`${String(status).charAt(0)}XX`] ?? schemas['default']);
}

/** How a response body is read. */
export type ResponseType = 'json' | 'optionalJson' | 'text' | 'blob' | 'arrayBuffer' | 'formData' | 'none';

/** A response, and how its body is read. */
export type UnreadBody = Pick<OpenBody, 'response' | 'read'>;

/** What a response turned out to be: data, or the facts of an error. */
export type Decoded =
  | { readonly data: unknown; readonly kind: undefined }
  | (Readonly<Omit<Facts, 'kind'>> & {
      /** `'network'`: the body can't be read to its end. */
      readonly kind: 'http' | 'parse' | 'network';
      /** Whether a schema refused the data: another caller's might not. */
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

/** In two steps: by what a platform throws, a connection that failed can't be told from a form that is none. */
const formOf = async (response: Response): Promise<FormData> => {
  const bytes = await response.blob();
  try {
    return await parseForm(bytes, response);
  } catch (cause) {
    throw bodyError("it isn't form data", cause);
  }
};

/** The body of a response as a source. */
export const sourceOf =
  (response: Response): BodySource =>
  (method) => {
    if (method === 'cancel') return ignoringErrors(() => response.body?.cancel());
    if (response.bodyUsed)
      return Promise.reject(bodyError('a middleware, plugin or fetch has read it: read a clone() instead'));
    return method === 'formData' ? formOf(response) : response[method]();
  };

type Failure = Extract<Decoded, { kind: string }>;

/** A 2xx whose body is no data: what is wrong with it. */
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

/**
 * It is no `wanted`: no JSON, say.
 *
 * @param body As `error.body`.
 * @param cause What the parser threw, where one was asked.
 */
export function noneOf(wanted: string, response: Response, body: unknown, cause?: unknown): Decoded {
  const type = oneLine(response.headers.get('content-type')?.split(';')[0]);
  // What calls itself a page is none, whatever a parser makes of it.
  const why = cause !== undefined && (!type || /[/+]json$/i.test(type)) ? describeParseError(cause) : '';
  return unusable(response, body, because(` with ${type || 'a body'}, which isn't ${wanted}`, why), {
    cause,
  });
}

/** The platform could not read it to its end: the connection failed, or somebody on the way has spoilt it. */
export function unreadBody(response: Response, cause: unknown): Decoded {
  const chain = thrownChain(cause);
  const code = codedIn(chain)?.code;
  // Left unread on this side, as it is too large, say: nobody who asks again gets another.
  const isLeft = code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || chain.some(({ value }) => isBodyError(value));
  // A code of zlib's: all of it arrived, and is not what it says it is.
  const isCut = code !== undefined && !code.startsWith('Z_') && !isLeft;
  const what = `, but ${isCut ? 'the body broke off' : 'its body could not be read'}`;
  const kind = isLeft ? 'parse' : 'network';
  return unusable(response, cause, because(what, describeFetchError(cause)), { cause, kind });
}

/**
 * Data as the schema has it, or the facts of the error that it makes of it. Never rejects.
 *
 * @param what What the data are, for the message.
 */
export async function validate(
  schema: StandardSchemaV1,
  data: unknown,
  response: Response,
  what = 'data',
): Promise<Decoded> {
  const bySchema = true;
  try {
    const outcome = await schema['~standard'].validate(data);
    const { issues } = outcome;
    if (!issues) return { data: outcome.value, kind: undefined };
    const { length } = issues;
    const count = length === 1 ? '1 problem,' : `${length} problems, the first`;
    const where = issuePaths(issues)[0] || 'the root';
    const found = length ? `the ${what} has ${count} at ${where}` : 'its schema rejected it';
    return unusable(response, issues, `, but ${found}`, { issues, bySchema });
  } catch (cause) {
    return unusable(response, cause, `, but its schema failed: ${describeParseError(cause)}`, {
      cause,
      bySchema,
    });
  }
}

/** Whether a `responseType` is a reader, and no name. */
export const isReader = (type: unknown): type is ResponseReader<unknown> => isObject(type);

/** Whether there is nothing in a body that was read: a text, a Blob or bytes. */
const isEmpty = (body: unknown): boolean => {
  const { size, byteLength } = Object(body) as { size?: number; byteLength?: number };
  return !body || (size ?? byteLength) === 0;
};

const isJson = (type: ResponseType): boolean => /json$/i.test(type);

/** Reads a body, or drops it unread, so that the connection is free again. */
const readAs = (type: ResponseType, body: UnreadBody): Promise<unknown> | undefined => {
  if (type !== 'none') return body.read(isJson(type) ? 'text' : (type as BodyMethod));
  void ignoringErrors(() => body.read('cancel'));
  return undefined;
};

/** What is configured for the bodies of errors. */
export interface ErrorReading {
  /** Default: as data are read, where errors can be. */
  readonly errorType?: ResponseType | undefined;
  readonly errors?: ErrorSchemas | undefined;
}

/** Turns a response into data or the facts of an error. docs/reference/rules.md#responses */
export class ResponseDecoder {
  readonly #type: ResponseType;
  readonly #errorType: ResponseType;
  readonly #schema: StandardSchemaV1 | undefined;
  readonly #errors: ErrorSchemas | undefined;
  readonly #json: JsonFormat;

  constructor(
    type: ResponseType,
    schema: StandardSchemaV1 | undefined,
    json: JsonFormat,
    { errorType, errors }: ErrorReading = {},
  ) {
    this.#type = type;
    // That data have no body, or none that is JSON, says nothing of errors.
    this.#errorType = errorType ?? (isJson(type) || type === 'none' ? 'json' : type);
    this.#errors = errors;
    // There is nothing to validate in a body that is not read.
    this.#schema = type === 'none' ? undefined : schema;
    this.#json = json;
  }

  /** Never rejects. */
  decode(body: UnreadBody): Promise<Decoded> {
    return body.response.ok ? this.#data(body) : this.#error(body);
  }

  /** The data of a 2xx, or why it has none. */
  async #data(body: UnreadBody): Promise<Decoded> {
    const type = this.#type;
    const { response } = body;
    let data: unknown;
    try {
      data = await readAs(type, body);
    } catch (thrown) {
      return unreadBody(response, thrown);
    }
    if (isJson(type)) {
      if (data === '')
        return type === 'json'
          ? unusable(response, '', " with an empty body: declare responseType 'none' or 'optionalJson'")
          : { data: undefined, kind: undefined };
      try {
        data = this.#json.parse(data as string, response);
        if (data instanceof Promise) data = await data;
      } catch (thrown) {
        return noneOf(this.#json.name, response, thrown, thrown);
      }
    }
    return this.#schema ? validate(this.#schema, data, response) : { data, kind: undefined };
  }

  /** An answer that is no 2xx, whatever becomes of its body. */
  async #error(unread: UnreadBody): Promise<Decoded> {
    const { response } = unread;
    const type = this.#errorType;
    const isForm = type === 'formData';
    let body: unknown = null;
    let rawBody: unknown;
    try {
      rawBody = await readAs(isForm ? 'blob' : type, unread);
      // A gateway's page says what no JSON does: it is kept.
      if (!isEmpty(rawBody)) {
        if (isForm) body = await parseForm(rawBody as Blob, response);
        else body = isJson(type) ? await this.#json.parse(rawBody as string, response) : rawBody;
      }
      rawBody = undefined;
    } catch {
      // Null when it can't be read, or is not what was declared.
      if (isForm) rawBody = await ignoringErrors(() => (rawBody as Blob).text());
    }
    const schema = errorSchema(this.#errors, response.status);
    // There is nothing to validate where there is no body.
    if (!schema || body == null) return { kind: 'http', body, rawBody };
    const found = await validate(schema, body, response, 'error body');
    if (!found.kind) return { kind: 'http', body: found.data };
    // It stays the answer that it is, of all callers who share it.
    return { ...found, kind: 'http', body: null, rawBody: body, bySchema: false };
  }
}
