import { type Exchange, type ExchangeBody, formFields, textOfBytes } from '../../features/archive/archive.js';
import { nullProto, isFormData, isObject, isWebStream } from '../../core/internal.js';
import type { FetchInput } from '../../features/fetch-wrappers/around-fetch.js';

/** Whether a body is a stream. Reading it would consume the body of the request. */
const isStream = (body: unknown): boolean =>
  isWebStream(body) || (isObject(body) && Symbol.asyncIterator in body);

/** Returns the platform's `Request`; undefined for a URL. */
export const requestOf = (input: FetchInput): globalThis.Request | undefined =>
  typeof input === 'string' || input instanceof URL ? undefined : input;

/**
 * Returns an object whose body can be read: a clone of the request, or a response with its body. Returns
 * undefined without a body and for a stream.
 */
function readable(
  request: globalThis.Request | undefined,
  { body, headers }: RequestInit,
): globalThis.Request | Response | undefined {
  if (body == null) return request?.body ? request.clone() : undefined;
  if (isStream(body)) return undefined;
  const type = new Headers(headers ?? request?.headers).get('content-type');
  return new Response(
    body,
    nullProto<ResponseInit>(type === null ? {} : { headers: [['content-type', type]] }),
  );
}

/** Returns the body that fetch would send, and its content type. */
async function bodyOf(
  request: globalThis.Request | undefined,
  init: RequestInit,
): Promise<{ readonly body: ExchangeBody | undefined; readonly type: string }> {
  const multipart = 'multipart/form-data';
  // Omit the boundary: it differs for each request.
  if (isFormData(init.body)) return { body: { fields: formFields(init.body) }, type: multipart };
  const source = readable(request, init);
  if (!source) return { body: undefined, type: '' };
  const type = source.headers.get('content-type') ?? '';
  if (type.startsWith(multipart)) {
    const form = await source
      .clone()
      .formData()
      .catch(() => undefined);
    if (form) return { body: { fields: formFields(form) }, type: multipart };
  }
  return { body: textOfBytes([new Uint8Array(await source.arrayBuffer())]), type };
}

/** Converts the arguments of fetch to the request that fetch would send. Doesn't consume them. */
export async function sentRequest(input: FetchInput, init: RequestInit): Promise<Exchange['request']> {
  const request = requestOf(input);
  const { body, type } = await bodyOf(request, init);
  const headers = Object.fromEntries(new Headers(init.headers ?? request?.headers));
  return {
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    url: request ? request.url : (input as string | URL).toString(),
    headers: type ? { ...headers, 'content-type': type } : headers,
    body,
  };
}
