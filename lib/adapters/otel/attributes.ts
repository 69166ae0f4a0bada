import type { Attributes } from '@opentelemetry/api';
import { type ApiError, thrownChain, withoutUser } from '../../core/internal.js';

// Attribute names and values follow the semantic conventions for HTTP clients, 1.44:
// https://opentelemetry.io/docs/specs/semconv/http/

/**
 * Methods with a defined meaning. Any other method is reported as `_OTHER`, so the attribute has few distinct
 * values.
 */
const METHODS = /^(GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|QUERY)$/;

const REDACTED = 'REDACTED';

/**
 * Returns the location of the page or of the worker; undefined in a runtime without one. A worker defines it
 * on its prototype.
 */
export const pageLocation = (): { readonly href: string; readonly origin: string } | undefined =>
  (globalThis as { location?: Location }).location;

/** Parses a URL; a relative URL is resolved against the page. Returns undefined for an invalid URL. */
export function parsedUrl(url: string, base: string | undefined = pageLocation()?.href): URL | undefined {
  try {
    return new URL(url, base || undefined);
  } catch {
    return undefined;
  }
}

/**
 * Returns the path of a URL template, including the path of `baseUrl`. A URL parser would encode the braces
 * of `{id}`.
 */
export const templatePath = (urlTemplate: string): string =>
  withoutUser(urlTemplate).replace(/^(?:[a-z][a-z\d+.-]*:[\\/]*|[\\/]{2,})[^\\/?#]*|[?#].*/gis, '') || '/';

/** Returns a span name from the method and the template: unlike URLs, they have few distinct values. */
export const spanName = (method: string, template: string): string =>
  `${METHODS.test(method) ? method : 'HTTP'} ${template}`;

/**
 * Returns a URL as the value of `url.full`: without user info, signatures or fragment. A fragment isn't sent.
 */
export function shownUrl(url: URL, isSecret: (name: string) => boolean): string {
  const { protocol, username, host, pathname, search } = url;
  const query =
    search &&
    search.replace(/([?&])([^=&]*)(=?)([^&]*)/g, (pair, start: string, name: string, is: string) => {
      // A query item without `=` can itself be a secret.
      if (!is) return name && isSecret('') ? start + REDACTED : pair;
      const [decoded = ''] = new URLSearchParams(`${name}=`).keys();
      return isSecret(decoded) ? `${start}${name}=${REDACTED}` : pair;
    });
  const user = username || url.password ? `${REDACTED}:${REDACTED}@` : '';
  return `${protocol}//${user}${host}${pathname}${query}`;
}

/** Returns the attributes that the span and the duration metric of a request share. */
export const methodAndServer = (method: string, { hostname, port, protocol }: URL): Attributes => ({
  'http.request.method': METHODS.test(method) ? method : '_OTHER',
  // `server.address` has no brackets around an IPv6 address.
  'server.address': hostname.replace(/^\[|\]$/g, ''),
  'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
});

/**
 * Returns the attributes for the span only: each request has other values, which would multiply the time
 * series of a metric.
 */
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

/**
 * Returns the `error.type` for the error of a call; undefined without an error and for an abort, which is not
 * a failure.
 */
export function errorType(error: ApiError | null | undefined): string | undefined {
  if (!error || error.kind === 'abort') return undefined;
  const { kind, status } = error;
  // Only a GraphQL response is an error with a 2xx status. An opaque redirect has no status.
  if (kind === 'http' && status) return status < 300 ? 'graphql' : String(status);
  if (kind === 'timeout' || kind === 'parse') return kind;
  // The innermost code, or else the outermost name: both have few distinct values and contain no user data.
  if (error.cause == null) return kind;
  const chain = thrownChain(error.cause);
  return chain.filter(({ code }) => code).at(-1)?.code ?? chain[0].name;
}

/**
 * Returns the `error.type` for one request. A GraphQL error or a schema mismatch is an error of the call
 * only.
 */
export const requestErrorType = (error: ApiError | null | undefined): string | undefined =>
  (error?.kind === 'http' ? error.status < 400 : error?.issues) ? undefined : errorType(error);
