import { bare } from '../../core/seats.js';
import { asReceived } from '../../fetches.js';

/** Statuses whose responses have no body, fetch standard, "null body status". */
const BODILESS: readonly number[] = [204, 205, 304];

/** What came, as a fetch would give it. */
export function xhrResponse(xhr: XMLHttpRequest, { method, url }: globalThis.Request): Response {
  const { status, statusText, responseURL } = xhr;
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1));
  }
  const isBodiless = method === 'HEAD' || BODILESS.includes(status);
  const body = isBodiless ? null : (xhr.response as ArrayBuffer);
  const response = new Response(body, bare<ResponseInit>({ headers }));
  const ok = status >= 200 && status < 300;
  // Without the fragment. A redirect that leads to the same place can't be seen.
  const redirected = responseURL !== url.split('#')[0];
  return asReceived(response, { url: responseURL, redirected, type: response.type, status, statusText, ok });
}
