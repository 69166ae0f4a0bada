import { quietly } from '../platform/foreign.js';
import { bodyError, isBodyError } from '../platform/own-errors.js';
import { bare } from '../platform/values.js';
import { because, type Facts, issuePaths } from '../result/api-error.js';
import { codedIn, decoderWords, fetchWords, oneLine, thrownChain } from '../result/words.js';
import type { JsonFormat } from './json.js';
import type { BodyMethod, BodySource, OpenBody, ResponseReader } from './response-reader.js';
import { errorSchema, type ErrorSchemas, type StandardSchemaV1 } from './standard-schema.js';

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

/** What the platform reads each kind of body with. */
const METHODS: Readonly<Record<ResponseType, Exclude<BodyMethod, 'cancel'>>> = {
  json: 'text',
  optionalJson: 'text',
  text: 'text',
  blob: 'blob',
  arrayBuffer: 'arrayBuffer',
  formData: 'formData',
  none: 'text',
};

/** The names of the response types. */
export const RESPONSE_TYPES: readonly string[] = Object.keys(METHODS);

/** In two steps: by what a platform throws, a connection that failed can't be told from a form that is none. */
const formOf = async (response: Response): Promise<FormData> => {
  const bytes = await response.blob();
  try {
    const headers = { 'content-type': response.headers.get('content-type') ?? '' };
    return await new Response(bytes, bare<ResponseInit>({ headers })).formData();
  } catch (cause) {
    throw bodyError('it is no form data', cause);
  }
};

/** The body of a response as a source. */
export const sourceOf =
  (response: Response): BodySource =>
  (method) => {
    if (method === 'cancel') return quietly(() => response.body?.cancel());
    if (response.bodyUsed)
      return Promise.reject(
        bodyError('a middleware, a plugin or the fetch function has read it: let it read a clone()'),
      );
    return method === 'formData' ? formOf(response) : response[method]();
  };

/** A 2xx whose body is no data: what is wrong with it. */
export const unusable = (
  { status }: Response,
  body: unknown,
  sentence: string,
  more: Partial<Facts> = {},
): Extract<Decoded, { kind: string }> => ({
  ...more,
  kind: 'parse',
  body,
  reason: `answered ${String(status)}${sentence}`,
});

/**
 * It is no `wanted`: no JSON, say.
 *
 * @param body As `error.body`.
 * @param thrown What the parser threw, where one was asked.
 */
export function noneOf(wanted: string, response: Response, body: unknown, thrown?: unknown): Decoded {
  const type = oneLine(response.headers.get('content-type')?.split(';')[0]);
  const what = ` with ${type || 'a body'}, which is no ${wanted}`;
  if (thrown === undefined) return unusable(response, body, what);
  // What calls itself a page is none, whatever a parser makes of it.
  const why = !type || /[/+]json$/i.test(type) ? decoderWords(thrown) : '';
  return unusable(response, body, because(what, why), { cause: thrown });
}

/** The platform could not read it to its end: the connection failed, or somebody on the way has spoilt it. */
export function unreadBody(response: Response, thrown: unknown): Decoded {
  const chain = thrownChain(thrown);
  const code = codedIn(chain)?.code;
  // Left unread on this side, as it is too large, say: nobody who asks again gets another.
  const isLeft = code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || chain.some(({ value }) => isBodyError(value));
  // A code of zlib's: all of it arrived, and is not what it says it is.
  const isCut = code !== undefined && !code.startsWith('Z_') && !isLeft;
  const what = `, but ${isCut ? 'the body broke off' : 'its body could not be read'}`;
  const decoded = unusable(response, thrown, because(what, fetchWords(thrown)), {
    cause: thrown,
  });
  return isLeft ? decoded : { ...decoded, kind: 'network' };
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
    const [first] = issuePaths(issues);
    const count = issues.length === 1 ? '1 problem,' : `${String(issues.length)} problems, the first`;
    const sentence = `, but the ${what} has ${count} at ${first || 'the root'}`;
    return { ...unusable(response, issues, sentence, { issues }), bySchema };
  } catch (thrown) {
    const failed = because(', but its schema failed', decoderWords(thrown));
    return { ...unusable(response, thrown, failed, { cause: thrown }), bySchema };
  }
}

/** Whether a `responseType` is a reader, and no name. */
export const isReader = (type: unknown): type is ResponseReader<unknown> =>
  typeof type === 'object' && typeof (type as Partial<ResponseReader<unknown>> | null)?.open === 'function';

/** Whether there is nothing in a body that was read: a text, a Blob or bytes. */
const isEmpty = (body: unknown): boolean => {
  const { size, byteLength } = Object(body) as { size?: unknown; byteLength?: unknown };
  return body == null || body === '' || size === 0 || byteLength === 0;
};

const isJson = (type: ResponseType): boolean =>
  METHODS[type] === 'text' && type !== 'text' && type !== 'none';

/** Leaves a body unread, so that the connection is free again. */
const drop = (body: UnreadBody): void => {
  void quietly(() => body.read('cancel'));
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
    this.#errorType = errorType ?? (type === 'none' || type === 'optionalJson' ? 'json' : type);
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
    if (type === 'none') {
      drop(body);
      return { data, kind: undefined };
    }
    try {
      data = await body.read(METHODS[type]);
    } catch (thrown) {
      return unreadBody(response, thrown);
    }
    if (isJson(type)) {
      if (data === '' && type === 'optionalJson') return { data: undefined, kind: undefined };
      if (data === '')
        return unusable(response, '', " with an empty body: declare responseType 'none' or 'optionalJson'");
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
    let body: unknown = null;
    let rawBody: unknown;
    if (type === 'none') drop(unread);
    try {
      const read = type === 'none' ? undefined : await unread.read(METHODS[type]);
      if (!isEmpty(read)) {
        // A gateway's page says what no JSON does: it is kept.
        if (isJson(type)) rawBody = read;
        body = isJson(type) ? await this.#json.parse(read as string, response) : read;
        rawBody = undefined;
      }
    } catch {
      // Null when it can't be read, or is not what was declared.
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
