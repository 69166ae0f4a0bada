import { nullProto, givenOptions, ownValue, InvalidInputError } from '../../core/internal.js';
import { redactBody, redactField, redactHeaders, redactUrl } from '../redaction/redaction.js';

/** A name with its value, as an archive lists headers and the fields of a query. */
export interface HarPair {
  /** As it was sent; of headers in lower case. */
  name: string;
  /** `REDACTED` where it may be a secret. */
  value: string;
}

/** A field of a form, as an archive has it. */
export interface HarField {
  /** Its name. */
  name: string;
  /** Its text; missing for a file. */
  value?: string;
  /** The name of a file; missing for a text. */
  fileName?: string;
  /** The type of a file; missing for a text. */
  contentType?: string;
}

/** The body of a request, as an archive has it. */
export interface HarPostData {
  /** Its Content-Type; `''` for none. */
  mimeType: string;
  /** The text; missing for a form of fields, and for a body that isn't kept. Bytes that are no text stand in base64. */
  text?: string;
  /** The fields of a multipart form; missing for anything else. */
  params?: HarField[];
  /** `base64` for bytes that are no text. Archives have no field of their own for it. */
  _encoding?: 'base64';
}

/** A request, as an archive has it. */
export interface HarRequest {
  /** In upper case. */
  method: string;
  /** Without a user and a fragment, and with its query redacted. */
  url: string;
  /** Always HTTP/1.1: fetch doesn't tell. */
  httpVersion: string;
  /** Always empty. */
  cookies: never[];
  /** By their names, without cookies. */
  headers: HarPair[];
  /** The query of the URL. */
  queryString: HarPair[];
  /** The body; missing for none, and for one that is a stream. */
  postData?: HarPostData;
  /** Always -1, which stands for unknown. */
  headersSize: number;
  /** The length of a body that isn't kept; -1, which stands for unknown, for any other. */
  bodySize: number;
}

/** The body of an answer, as an archive has it. */
export interface HarContent {
  /** Its length in characters; of bytes in base64, that of their base64, and of bytes that aren't kept their number. */
  size: number;
  /** Its Content-Type; `''` for none. */
  mimeType: string;
  /** The text, or the bytes in base64; `''` for none. Missing for a body that isn't kept. */
  text?: string;
  /** `base64` for bytes that are no text. */
  encoding?: 'base64';
}

/** An answer, as an archive has it. */
export interface HarResponse {
  /** 0 where there was no answer. */
  status: number;
  /** The text of the status. */
  statusText: string;
  /** Always HTTP/1.1: fetch doesn't tell. */
  httpVersion: string;
  /** Always empty. */
  cookies: never[];
  /** By their names, without cookies. */
  headers: HarPair[];
  /** The body. */
  content: HarContent;
  /** Always empty: redirects are followed by what sends. */
  redirectURL: string;
  /** Always -1, which stands for unknown. */
  headersSize: number;
  /** Always -1, which stands for unknown. */
  bodySize: number;
}

/** One request and its answer, as an archive has them. */
export interface HarEntry {
  /** When it was sent, in ISO 8601. */
  startedDateTime: string;
  /** Milliseconds that it took. */
  time: number;
  /** What was sent. */
  request: HarRequest;
  /** What came of it. */
  response: HarResponse;
  /** Always empty. */
  cache: object;
  /** Milliseconds that it took to send (always 0), until the headers were there, and until the body was read. */
  timings: { send: number; wait: number; receive: number };
}

/** An HTTP archive, version 1.2: what browsers and proxies export and import. */
export interface Har {
  /** What it holds. */
  log: {
    /** The version of the format. */
    version: string;
    /** What wrote it. */
    creator: { name: string; version: string };
    /** In the order of the requests. */
    entries: HarEntry[];
  };
}

/**
 * A body: text as it is, bytes that are no text in base64, the fields of a form, or the length of a body that isn't kept,
 * in characters for a text and in bytes for anything else.
 */
export type ExchangeBody =
  | { readonly text: string; readonly encoding?: 'base64' }
  | { readonly fields: readonly HarField[] }
  | { readonly size: number };

/** What one message of HTTP says beside its first line. */
export interface HarMessage {
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none, and for what is not kept: a stream. */
  readonly body?: ExchangeBody | undefined;
}

/** One request and what came of it, as plain data. */
export interface Exchange {
  /** What was sent. */
  readonly request: HarMessage & {
    /** In upper case. */
    readonly method: string;
    /** Whole. */
    readonly url: string;
  };
  /** What came of it; undefined where there was no answer. */
  readonly response?:
    | (HarMessage & {
        /** From 100. */
        readonly status: number;
        /** Default `''`. */
        readonly statusText?: string;
      })
    | undefined;
  /** When it was sent, in milliseconds since the epoch. Default 0. */
  readonly startedAt?: number;
  /** Milliseconds until the headers of the answer were there. Default 0. */
  readonly wait?: number | undefined;
  /** Milliseconds from then on until its body was read. Default 0. */
  readonly receive?: number | undefined;
}

const pairsOf = (record: Readonly<Record<string, string>>): HarPair[] =>
  Object.entries(record).map(([name, value]) => ({ name, value }));

const queryOf = (url: string): HarPair[] =>
  [...new URLSearchParams(url.split('?').slice(1).join('?'))].map(([name, value]) => ({ name, value }));

/** Any body, with nothing read from `Object.prototype`. */
interface AnyBody {
  readonly text?: string;
  readonly encoding?: 'base64';
  readonly fields?: readonly HarField[];
  readonly size?: number;
}

/** The same body with all that it may have. */
export const bodyParts = (body: ExchangeBody | undefined): AnyBody =>
  nullProto<AnyBody>(body ?? { text: '' });

/** A Content-Type without its parameters. */
const mediaType = (type: string): string => type.replace(/;.*/s, '').trim().toLowerCase();

/** Reads the option `bodies.unredacted`. Throws a TypeError for what is no array. */
export function readUnredacted(bodies: { readonly unredacted?: readonly string[] | undefined }): string[] {
  const { unredacted = [] } = givenOptions(bodies);
  if (!Array.isArray(unredacted))
    throw InvalidInputError.ofOption('bodies.unredacted', unredacted, 'an array of media types');
  return (unredacted as string[]).map(mediaType);
}

/**
 * A body as it may be kept: redacted, or its length.
 *
 * @param type Its Content-Type; `''` for none.
 * @param unredacted The media types that are kept as they are where they can't be redacted.
 */
export function redactedBody(
  body: ExchangeBody,
  type: string,
  unredacted: readonly string[] = [],
): ExchangeBody {
  const { text, encoding, fields, size = 0 } = bodyParts(body);
  if (fields) return { fields: shownFields(fields) };
  if (text === undefined) return { size };
  const shown = encoding ? undefined : redactBody(text, type);
  if (shown !== undefined) return { text: shown };
  if (unredacted.includes(mediaType(type))) return encoding ? { text, encoding } : { text };
  return { size: (encoding ? atob(text) : text).length };
}

/** The fields of a form, redacted. */
const shownFields = (fields: readonly HarField[]): HarField[] =>
  fields.map((field) => {
    const value = ownValue(field, 'value');
    return value === undefined ? { ...field } : { ...field, value: redactField(field.name, value) };
  });

const postDataOf = (body: ExchangeBody, mimeType: string): HarPostData => {
  const { text, encoding, fields } = bodyParts(body);
  if (fields) return { mimeType, params: [...fields] };
  return { mimeType, ...(text !== undefined && { text }), ...(encoding && { _encoding: encoding }) };
};

const contentOf = (body: ExchangeBody | undefined, mimeType: string): HarContent => {
  const { text = '', encoding, size } = bodyParts(body);
  if (size !== undefined) return { size, mimeType };
  return { size: text.length, mimeType, text, ...(encoding && { encoding }) };
};

const FRAME = { httpVersion: 'HTTP/1.1', headersSize: -1, bodySize: -1 } as const;

/** A fragment is not sent. */
const sentUrl = (url: string): string => redactUrl(url.replace(/#.*$/s, ''));

/**
 * A request and its answer as an archive has them, redacted.
 *
 * @param show Redacts a body. Default: one without a form that can be redacted is kept as its length.
 */
export function harEntry(
  exchange: Exchange,
  show: (body: ExchangeBody, type: string) => ExchangeBody = redactedBody,
): HarEntry {
  // Nothing is to be read from Object.prototype that is missing here.
  const { startedAt = 0, wait = 0, receive = 0, ...messages } = nullProto<Exchange>(exchange);
  const request = nullProto<Exchange['request']>(messages.request);
  const response = messages.response && nullProto<NonNullable<Exchange['response']>>(messages.response);
  const url = sentUrl(request.url);
  const [asked, answered] = [redactHeaders(request.headers), redactHeaders(response?.headers ?? {})];
  const [askedType, answeredType] = [asked, answered].map(
    (headers) => ownValue(headers, 'content-type') ?? '',
  ) as [string, string];
  const [sent, received] = [
    request.body && show(request.body, askedType),
    response?.body && show(response.body, answeredType),
  ];
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: wait + receive,
    request: {
      method: request.method,
      url,
      ...FRAME,
      cookies: [],
      headers: pairsOf(asked),
      queryString: queryOf(url),
      ...(sent && { postData: postDataOf(sent, askedType), bodySize: bodyParts(sent).size ?? -1 }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      ...FRAME,
      cookies: [],
      headers: pairsOf(answered),
      content: contentOf(received, answeredType),
      redirectURL: '',
    },
    cache: {},
    timings: { send: 0, wait, receive },
  };
}

/** An archive of entries. */
export const harOf = (entries: readonly HarEntry[]): Har => ({
  log: { version: '1.2', creator: { name: 'homing', version: '5' }, entries: [...entries] },
});

/** A form as an archive has it: of files their names and types. */
export const formFields = (form: FormData): HarField[] =>
  [...form].map(([name, value]) =>
    typeof value === 'string'
      ? { name, value }
      : { name, fileName: value.name, contentType: value.type || 'application/octet-stream' },
  );

/**
 * Bytes as an archive has them.
 *
 * @param isCut Whether more would follow: the last character may be there by half.
 */
export function textOfBytes(
  chunks: readonly Uint8Array[],
  isCut = false,
): { text: string; encoding?: 'base64' } {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut }),
    };
  } catch {
    return { text: base64Of(bytes), encoding: 'base64' };
  }
}

/** Bytes in base64. */
export const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
