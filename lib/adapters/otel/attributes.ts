import type { Attributes } from '@opentelemetry/api';
import { type ApiError, thrownChain, withoutUser } from '../../core/internal.js';

// By the semantic conventions of HTTP clients, 1.44: https://opentelemetry.io/docs/specs/semconv/http/

/** The methods that have a meaning; any other is told as `_OTHER`, so that the values stay few. */
const METHODS = /^(GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|QUERY)$/;

const REDACTED = 'REDACTED';

/** That of the page, or of the worker, where it is on the prototype; undefined elsewhere. */
export const pageLocation = (): { readonly href: string; readonly origin: string } | undefined =>
  (globalThis as { location?: Location }).location;

/** A URL, of a relative one by the page's; undefined for what is none. */
export function parsedUrl(url: string, base: string | undefined = pageLocation()?.href): URL | undefined {
  try {
    return new URL(url, base || undefined);
  } catch {
    return undefined;
  }
}

/** The path of a URL that is unfilled, `baseUrl`'s included. A URL parser would encode the braces of `{id}`. */
export const templatePath = (urlTemplate: string): string =>
  withoutUser(urlTemplate).replace(/^(?:[a-z][a-z\d+.-]*:[\\/]*|[\\/]{2,})[^\\/?#]*|[?#].*/gis, '') || '/';

/** The name of a span: a method and a template are few, a URL is not. */
export const spanName = (method: string, template: string): string =>
  `${METHODS.test(method) ? method : 'HTTP'} ${template}`;

/** A URL as `url.full` tells it: no user, no signature, and no fragment, which isn't sent. */
export function shownUrl(url: URL, isSecret: (name: string) => boolean): string {
  const { protocol, username, host, pathname, search } = url;
  const query =
    search &&
    search.replace(/([?&])([^=&]*)(=?)([^&]*)/g, (pair, start: string, name: string, is: string) => {
      // What has no `=` may be a secret by itself.
      if (!is) return name && isSecret('') ? start + REDACTED : pair;
      const [decoded = ''] = new URLSearchParams(`${name}=`).keys();
      return isSecret(decoded) ? `${start}${name}=${REDACTED}` : pair;
    });
  const user = username || url.password ? `${REDACTED}:${REDACTED}@` : '';
  return `${protocol}//${user}${host}${pathname}${query}`;
}

/** What of a request is the same for its span and for its duration. */
export const methodAndServer = (method: string, { hostname, port, protocol }: URL): Attributes => ({
  'http.request.method': METHODS.test(method) ? method : '_OTHER',
  // An address is told without the brackets that a URL has around it.
  'server.address': hostname.replace(/^\[|\]$/g, ''),
  'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
});

/** What only its span has: there are as many of these as there are requests. */
export const requestDetails = (
  method: string,
  shown: string,
  template: string,
  number: number,
): Attributes => ({
  'url.full': shown,
  'url.template': template,
  'http.request.method_original': METHODS.test(method) ? undefined : method,
  'http.request.resend_count': number - 1 || undefined,
});

/** The `error.type` of a call's error; undefined without one, and for an abort, which is nobody's failure. */
export function errorType(error: ApiError | null | undefined): string | undefined {
  if (!error || error.kind === 'abort') return undefined;
  const { kind, status } = error;
  // A 2xx is an error in GraphQL alone; a redirect that is opaque has no status.
  if (kind === 'http' && status) return status < 300 ? 'graphql' : String(status);
  if (kind === 'timeout' || kind === 'parse') return kind;
  // The innermost code, else the outermost name: these are few, and hold nobody's data.
  if (error.cause == null) return kind;
  const chain = thrownChain(error.cause);
  return chain.filter(({ code }) => code).at(-1)?.code ?? chain[0].name;
}

/** The same of one request: what its answer says of the application is the call's alone, and so is what a schema refuses. */
export const requestErrorType = (error: ApiError | null | undefined): string | undefined =>
  (error?.kind === 'http' ? error.status < 400 : error?.issues) ? undefined : errorType(error);
