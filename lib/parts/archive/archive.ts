import { bare, ownValue } from '../../core/seats.js';
import { redactBody, redactField, redactHeaders, redactUrl } from '../../redaction.js';

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
  /** The text; missing for a form of fields. Bytes that are no text stand in base64. */
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
  /** Always -1, which stands for unknown. */
  bodySize: number;
}

/** The body of an answer, as an archive has it. */
export interface HarContent {
  /** Its length in characters; of bytes that are no text, that of their base64. */
  size: number;
  /** Its Content-Type; `''` for none. */
  mimeType: string;
  /** The text, or the bytes in base64; `''` for none. */
  text: string;
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

/** A text as it is, or bytes that are no text in base64. */
interface TextBody {
  readonly text: string;
  readonly encoding?: 'base64';
}

/** A body: text as it is, bytes that are no text in base64, or the fields of a form. */
export type ExchangeBody =
  { readonly text: string; readonly encoding?: 'base64' } | { readonly fields: readonly HarField[] };

/** What one message of HTTP says beside its first line. */
export interface Message {
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none, and for what is not kept: a stream. */
  readonly body?: ExchangeBody | undefined;
}

/** One request and what came of it, as plain data. */
export interface Exchange {
  /** What was sent. */
  readonly request: Message & {
    /** In upper case. */
    readonly method: string;
    /** Whole. */
    readonly url: string;
  };
  /** What came of it; undefined where there was no answer. */
  readonly response?:
    | (Message & {
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

const isForm = (body: ExchangeBody): body is Exclude<ExchangeBody, TextBody> => Object.hasOwn(body, 'fields');

/** A text redacted, bytes as they are. */
const shownText = (body: TextBody, type: string): TextBody =>
  ownValue(body, 'encoding')
    ? { text: body.text, encoding: 'base64' }
    : { text: redactBody(body.text, type) };

/** The fields of a form, redacted. */
export const shownFields = (fields: readonly HarField[]): HarField[] =>
  fields.map((field) => {
    const value = ownValue(field, 'value');
    return value === undefined ? { ...field } : { ...field, value: redactField(field.name, value) };
  });

const postDataOf = (body: ExchangeBody, mimeType: string): HarPostData => {
  if (isForm(body)) return { mimeType, params: shownFields(body.fields) };
  const { text, encoding } = bare<TextBody>(shownText(body, mimeType));
  return { mimeType, text, ...(encoding && { _encoding: encoding }) };
};

const contentOf = (body: ExchangeBody | undefined, mimeType: string): HarContent => {
  const shown = !body || isForm(body) ? { text: '' } : shownText(body, mimeType);
  return { size: shown.text.length, mimeType, ...shown };
};

const FRAME = { httpVersion: 'HTTP/1.1', headersSize: -1, bodySize: -1 } as const;

/** A fragment is not sent. */
const sentUrl = (url: string): string => redactUrl(url.replace(/#.*$/s, ''));

/** A request and its answer as an archive has them, redacted. What is redacted already stays as it is. */
export function harEntry(exchange: Exchange): HarEntry {
  // Nothing is to be read from Object.prototype that is missing here.
  const { startedAt = 0, wait = 0, receive = 0, ...messages } = bare<Exchange>(exchange);
  const request = bare<Exchange['request']>(messages.request);
  const response = messages.response && bare<NonNullable<Exchange['response']>>(messages.response);
  const url = sentUrl(request.url);
  const [asked, answered] = [redactHeaders(request.headers), redactHeaders(response?.headers ?? {})];
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
      ...(request.body && { postData: postDataOf(request.body, asked['content-type'] ?? '') }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      ...FRAME,
      cookies: [],
      headers: pairsOf(answered),
      content: contentOf(response?.body, answered['content-type'] ?? ''),
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
