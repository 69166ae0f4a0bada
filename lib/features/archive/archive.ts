import { nullProto, givenOptions, InvalidInputError } from '../../core/internal.js';
import { redactBody, redactField, redactHeaders, redactUrl } from '../redaction/redaction.js';

/** A header or a query param in an archive. */
export interface HarPair {
  /** The name as it was sent; for a header, in lower case. */
  name: string;
  /** The value; `REDACTED` if it might be a secret. */
  value: string;
}

/** A form field in an archive. */
export interface HarField {
  /** The field's name. */
  name: string;
  /** The field's text; missing for a file. */
  value?: string;
  /** The name of a file; missing for a text. */
  fileName?: string;
  /** The content type of a file; missing for a text. */
  contentType?: string;
}

/** The body of a request in an archive. */
export interface HarPostData {
  /** The Content-Type; `''` for none. */
  mimeType: string;
  /** The text, or binary data in base64. Missing for a multipart form, and for a body that isn't stored. */
  text?: string;
  /** The fields of a multipart form; missing for other bodies. */
  params?: HarField[];
  /** `base64` for binary data. The HAR format has no field for this. */
  _encoding?: 'base64';
}

/** A request in an archive. */
export interface HarRequest {
  /** The method in upper case. */
  method: string;
  /** The URL without user info and fragment, with a redacted query. */
  url: string;
  /** The HTTP version, always HTTP/1.1 because fetch doesn't report it. */
  httpVersion: string;
  /** The cookies, always empty. */
  cookies: never[];
  /** The headers, without cookies. */
  headers: HarPair[];
  /** The query params of the URL. */
  queryString: HarPair[];
  /** The body; missing for none, and for a stream. */
  postData?: HarPostData;
  /** The size of the headers in bytes, always -1 (unknown). */
  headersSize: number;
  /** The length of a body that isn't stored; -1 (unknown) for any other body. */
  bodySize: number;
}

/** The body of a response in an archive. */
export interface HarContent {
  /** The length: of `text` in characters, also if it is base64; of binary data that isn't stored in bytes. */
  size: number;
  /** The Content-Type; `''` for none. */
  mimeType: string;
  /** The text, or binary data in base64; `''` for none. Missing for a body that isn't stored. */
  text?: string;
  /** `base64` for binary data. */
  encoding?: 'base64';
}

/** A response in an archive. */
export interface HarResponse {
  /** The status; 0 without a response. */
  status: number;
  /** The status text. */
  statusText: string;
  /** The HTTP version, always HTTP/1.1 because fetch doesn't report it. */
  httpVersion: string;
  /** The cookies, always empty. */
  cookies: never[];
  /** The headers, without cookies. */
  headers: HarPair[];
  /** The body of the response. */
  content: HarContent;
  /** The target of a redirect, always empty because fetch follows redirects. */
  redirectURL: string;
  /** The size of the headers in bytes, always -1 (unknown). */
  headersSize: number;
  /** The size of the body in bytes, always -1 (unknown). */
  bodySize: number;
}

/** One request with its response in an archive. */
export interface HarEntry {
  /** When the request was sent (ISO 8601). */
  startedDateTime: string;
  /** Milliseconds from the request to the end of the body. */
  time: number;
  /** The request of the entry. */
  request: HarRequest;
  /** The response of the entry. */
  response: HarResponse;
  /** Data about the browser's cache, always empty. */
  cache: object;
  /** Milliseconds to send (always 0), to wait for the headers, and to read the body. */
  timings: { send: number; wait: number; receive: number };
}

/** An HTTP archive (HAR 1.2), which browsers and proxies export and import. */
export interface Har {
  /** The content of the archive. */
  log: {
    /** The version of the format. */
    version: string;
    /** The program that wrote the archive. */
    creator: { name: string; version: string };
    /** The entries, in the order of the requests. */
    entries: HarEntry[];
  };
}

/**
 * A body: text, binary data in base64, form fields, or the length of a body that isn't stored (characters for text,
 * else bytes).
 */
export type ExchangeBody =
  | { readonly text: string; readonly encoding?: 'base64' }
  | { readonly fields: readonly HarField[] }
  | { readonly size: number };

/** The headers and the body of a request or a response. */
export interface HarMessage {
  /** Header values by lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body; undefined for none, and for a stream, which isn't stored. */
  readonly body?: ExchangeBody | undefined;
}

/** One request and its response, as plain data. */
export interface Exchange {
  /** The request. */
  readonly request: HarMessage & {
    /** The method in upper case. */
    readonly method: string;
    /** The complete URL. */
    readonly url: string;
  };
  /** The response; undefined if there was none. */
  readonly response?:
    | (HarMessage & {
        /** The status, at least 100. */
        readonly status: number;
        /** The status text. Default: `''`. */
        readonly statusText?: string;
      })
    | undefined;
  /** When the request was sent, in milliseconds since the epoch. Default: 0. */
  readonly startedAt?: number;
  /** Milliseconds from the request to the response headers. Default: 0. */
  readonly wait?: number | undefined;
  /** Milliseconds from the response headers to the end of the body. Default: 0. */
  readonly receive?: number | undefined;
}

const pairsOf = (record: Readonly<Record<string, string>>): HarPair[] =>
  Object.entries(record).map(([name, value]) => ({ name, value }));

const queryOf = (url: string): HarPair[] =>
  [...new URLSearchParams(url.split('?').slice(1).join('?'))].map(([name, value]) => ({ name, value }));

/** The fields of every kind of body. Nothing is read from `Object.prototype`. */
interface AnyBody {
  readonly text?: string;
  readonly encoding?: 'base64';
  readonly fields?: readonly HarField[];
  readonly size?: number;
}

/** Returns the body with the fields of every kind. */
export const bodyParts = (body: ExchangeBody | undefined): AnyBody =>
  nullProto<AnyBody>(body ?? { text: '' });

/** Returns a Content-Type without its parameters, in lower case. */
const mediaType = (type: string): string => type.replace(/;.*/s, '').trim().toLowerCase();

/** Reads the option `bodies.unredacted`. Throws a TypeError if it isn't an array. */
export function readUnredacted(bodies: { readonly unredacted?: readonly string[] | undefined }): string[] {
  const { unredacted = [] } = givenOptions(bodies);
  if (!Array.isArray(unredacted))
    throw InvalidInputError.ofOption('bodies.unredacted', unredacted, 'an array of media types');
  return (unredacted as string[]).map(mediaType);
}

/**
 * Returns a body that can be stored: redacted, or reduced to its length.
 *
 * @param type The Content-Type; `''` for none.
 * @param unredacted Media types whose bodies are stored unchanged if they can't be redacted.
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

/** Returns the fields of a form, redacted. */
const shownFields = (fields: readonly HarField[]): HarField[] =>
  fields.map((field) => {
    const { name, value } = field;
    return value === undefined ? { ...field } : { ...field, value: redactField(name, value) };
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

/** Returns the redacted URL without its fragment, which is never sent. */
const sentUrl = (url: string): string => redactUrl(url.replace(/#.*$/s, ''));

/**
 * Creates a redacted archive entry from a request and its response.
 *
 * @param show Redacts a body. Default: a body in a format that can't be redacted is reduced to its length.
 */
export function harEntry(
  exchange: Exchange,
  show: (body: ExchangeBody, type: string) => ExchangeBody = redactedBody,
): HarEntry {
  const { startedAt = 0, wait = 0, receive = 0, ...messages } = nullProto<Exchange>(exchange);
  const request = nullProto<Exchange['request']>(messages.request);
  const response = messages.response && nullProto<NonNullable<Exchange['response']>>(messages.response);
  const url = sentUrl(request.url);
  const [requestHeaders, responseHeaders] = [
    redactHeaders(request.headers),
    redactHeaders(response?.headers ?? {}),
  ];
  const { 'content-type': requestType = '' } = requestHeaders;
  const { 'content-type': responseType = '' } = responseHeaders;
  const [sent, received] = [
    request.body && show(request.body, requestType),
    response?.body && show(response.body, responseType),
  ];
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: wait + receive,
    request: {
      method: request.method,
      url,
      ...FRAME,
      cookies: [],
      headers: pairsOf(requestHeaders),
      queryString: queryOf(url),
      ...(sent && { postData: postDataOf(sent, requestType), bodySize: bodyParts(sent).size ?? -1 }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      ...FRAME,
      cookies: [],
      headers: pairsOf(responseHeaders),
      content: contentOf(received, responseType),
      redirectURL: '',
    },
    cache: {},
    timings: { send: 0, wait, receive },
  };
}

/** Creates an archive from entries. */
export const harOf = (entries: readonly HarEntry[]): Har => ({
  log: { version: '1.2', creator: { name: 'homing', version: '5' }, entries: [...entries] },
});

/** Converts a form to archive fields; files are reduced to name and type. */
export const formFields = (form: FormData): HarField[] =>
  [...form].map(([name, value]) =>
    typeof value === 'string'
      ? { name, value }
      : { name, fileName: value.name, contentType: value.type || 'application/octet-stream' },
  );

/**
 * Converts bytes to text, or to base64 if they aren't UTF-8.
 *
 * @param isCut Whether the bytes are cut off: the last character can be incomplete.
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

/** Encodes bytes in base64. */
export const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
